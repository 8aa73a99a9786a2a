/** How many rows a page of a list may have, in both apps (spec 9). */
export const PAGE_SIZES = [12, 24, 50, 100, 200] as const;

export type PageSize = (typeof PAGE_SIZES)[number];
