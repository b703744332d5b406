/** Rows that the style sheet shows of a long table on a phone and on wider screens, see `[data-more]`. */
export const PHONE_ROWS = 6
export const WIDE_ROWS = 30
/** The button is worth its height only if it hides at least this many rows. */
export const MIN_HIDDEN_ROWS = 3
