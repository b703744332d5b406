/** A value at the end of an hour. `atMs` is on the hour; the unit is that of the series. */
export type HourlyValue = { readonly atMs: number; readonly value: number }
