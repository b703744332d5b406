/** UTC epoch milliseconds, now. Rules take `nowMs`; a `Clock` is for code that lives longer than one question. */
export type Clock = () => number
