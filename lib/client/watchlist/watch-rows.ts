import type { ResponseOf } from "@/lib/api/contract"
import { COINS } from "@/lib/domain/market/coin"
import { MINUTE_MS } from "@/lib/domain/utc-day"
import type { marketPerpetualsContract } from "@/lib/endpoints/market-perpetuals/contract"
import type { marketPricesContract } from "@/lib/endpoints/market-prices/contract"
import { pinnedFirst, type Watched } from "./watchlist"

export type Perpetuals = ResponseOf<typeof marketPerpetualsContract>
type Prices = ResponseOf<typeof marketPricesContract>

/** What a reader without a list sees: the coins that are traded most. */
const DEFAULT_COUNT = 20
/** The service reads prices every 30 s. */
const STALE_MS = 2 * MINUTE_MS

export type WatchRow = {
  readonly symbol: string
  readonly isPinned: boolean
  /** Calls on this coin exist. */
  readonly hasPage: boolean
  readonly priceUsd: number | null
  readonly changePct: number | null
  readonly volumeUsd: number | null
  /** `Kraken`, `Hyperliquid perp` */
  readonly source: string | null
  readonly asOf: string | null
  /** `gone`: there are prices, and none of this coin. `unknown`: there are no prices at all. */
  readonly state: "current" | "stale" | "disputed" | "gone" | "unknown"
}

/** The first coins of the service's list, with those that have a page. Pure. */
export function defaultWatched(perpetuals: Perpetuals | null): readonly Watched[] {
  const traded = (perpetuals?.perpetuals ?? []).map(({ symbol }) => symbol)
  return [...new Set([...COINS, ...traded])].slice(0, DEFAULT_COUNT).map((id) => ({ id, isPinned: false }))
}

/** Rows in the order of the list. A coin with a page has the price of the strip, so that a page has one price of it. Pure. */
export function watchRows(
  list: readonly Watched[],
  { perpetuals, prices, nowMs }: { perpetuals: Perpetuals | null; prices: Prices | null; nowMs: number },
): readonly WatchRow[] {
  const contracts = new Map(perpetuals?.perpetuals.map((one) => [one.symbol, one]))
  return list.map(({ id: symbol, isPinned }) => {
    const spot = prices?.coins.find(({ coin }) => coin === symbol)
    const contract = contracts.get(symbol)
    const volumeUsd = contract?.volume_24h_usd ?? null
    const row = { symbol, isPinned, hasPage: spot !== undefined, volumeUsd }
    if (spot !== undefined && spot.price !== null) {
      const state = spot.disputed ? "disputed" : ageState(spot.as_of, nowMs)
      return {
        ...row,
        priceUsd: spot.price,
        changePct: spot.change_24h_pct,
        source: spot.source,
        asOf: spot.as_of,
        state,
      }
    }
    if (contract === undefined || perpetuals === null) {
      const state = contracts.size === 0 || row.hasPage ? "unknown" : "gone"
      return { ...row, priceUsd: null, changePct: null, source: null, asOf: null, state }
    }
    const { source, as_of: asOf } = perpetuals
    return {
      ...row,
      priceUsd: contract.price,
      changePct: contract.change_24h_pct,
      source: source === null ? null : `${source} perp`,
      asOf,
      state: ageState(asOf, nowMs),
    }
  })
}

function ageState(asOf: string | null, nowMs: number): "current" | "stale" {
  return asOf !== null && nowMs - Date.parse(asOf) > STALE_MS ? "stale" : "current"
}

export const ORDERS = ["My order", "Gainers", "Losers", "Volume", "Name"] as const
export type Order = (typeof ORDERS)[number]
/** The name of the list in an address: `?sort=Watchlist:Gainers`. */
export const WATCHLIST = "Watchlist"

const missingLast = (value: number | null) => value ?? Number.NEGATIVE_INFINITY

const comparisons: Readonly<Record<Exclude<Order, "My order">, (a: WatchRow, b: WatchRow) => number>> = {
  Gainers: (a, b) => missingLast(b.changePct) - missingLast(a.changePct),
  Losers: (a, b) => missingLast(negated(b.changePct)) - missingLast(negated(a.changePct)),
  Volume: (a, b) => missingLast(b.volumeUsd) - missingLast(a.volumeUsd),
  Name: (a, b) => a.symbol.localeCompare(b.symbol, "en"),
}

/** Pinned rows first; rows without the value last. Pure. */
export function sortedRows(rows: readonly WatchRow[], order: Order): readonly WatchRow[] {
  return pinnedFirst(order === "My order" ? rows : rows.toSorted(finite(comparisons[order])))
}

/** Two missing values are equal, and not a difference of infinities. */
function finite(compare: (a: WatchRow, b: WatchRow) => number): (a: WatchRow, b: WatchRow) => number {
  return (a, b) => compare(a, b) || 0
}

function negated(value: number | null): number | null {
  return value === null ? null : -value
}
