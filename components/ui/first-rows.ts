/** As many as the style sheet shows of a long table on a phone, see `[data-more]`. */
export const PHONE_ROWS = 6
