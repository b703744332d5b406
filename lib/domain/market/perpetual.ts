import type { Sourced } from "./candle-feed"

/** A perpetual contract on any coin now. */
export type Perpetual = {
  /** The venue's name of the coin: `DOGE`, and `kPEPE` for a thousand PEPE. */
  readonly symbol: string
  /** Mark price, US dollars. */
  readonly priceUsd: number
  /** Mark price a day before; `null`: not known. */
  readonly dayBeforeUsd: number | null
  /** Value that was traded within 24 hours, US dollars. */
  readonly volume24hUsd: number
}

/** The contracts that are traded most, the first one most of all. */
export type PerpetualFeed = { read(): Promise<Sourced<readonly Perpetual[]> | null> }
