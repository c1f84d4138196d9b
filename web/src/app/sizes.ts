/** Sizes of files, as people say them. */

import type { Lang } from "../lib/words";

/** So many bytes in megabytes, with one decimal. */
export const megabytes = (bytes: number, lang: Lang): string =>
  new Intl.NumberFormat(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(bytes / 1e6);
