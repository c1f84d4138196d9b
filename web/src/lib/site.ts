/** Where the page lies: at the root of its server, or in a folder of files that `ludotheque site` wrote. */

const marker = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="ludotheque-site"]')?.content;

/** Whether the page is a folder of files: then there is no server, and none is asked. */
export const isSite = marker !== undefined;

/** The path of the page's root, which ends with a slash. */
export const base = marker ?? "/";

/** The address of one of the page's places, which are written as if it lay at the root. */
export const hrefOf = (place: string): string => base + place.slice(1);

/** The place that an address names; what lies elsewhere stays as it is. */
export const placeOf = (pathname: string): string => (pathname.startsWith(base) ? pathname.slice(base.length - 1) : pathname);
