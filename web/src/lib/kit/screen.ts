/** What kind of screen one has, where a style alone cannot tell. */

import { MediaQuery } from "svelte/reactivity";

/** A phone on its side: the board stands on the left, and all the rest beside it. */
export const low = new MediaQuery("(max-height: 500px) and (min-width: 600px)");

/** Wide enough for two columns. */
export const wide = new MediaQuery("(min-width: 861px)");
