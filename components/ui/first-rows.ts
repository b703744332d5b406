/** The number of rows that the style sheet shows of a long table on a phone, see `[data-more]`. */
export const PHONE_ROWS = 6
