/** What names and types do not say. `window` yields to a period in the field's name, unless it belongs to a pattern. */
export type Provenance = { readonly source: string; readonly window: string }

type Pattern = Partial<Provenance> & { readonly unit?: string }

/** Paths with `*` for any characters. The first pattern that matches counts, part by part. */
export type Patterns = Readonly<Record<string, Pattern>>

export const SERVICE: Provenance = { source: "this service", window: "at the answer" }
export const RECORD: Provenance = { source: "sealed record, outcomes by the candles", window: "the selection" }
export const CALL: Provenance = { source: "engine, from closed candles", window: "at the 4h close" }
/** Figures of a call at the price of the answer. */
export const NOW: Provenance = {
  source: "price feed with the sealed forecast",
  window: "from the answer to the end of the forecast",
}
export const FORECAST = { source: "volatility forecast, fitted model" } as const
