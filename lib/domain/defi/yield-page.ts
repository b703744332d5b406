import { compareKeys, type PoolKey, poolKey, YIELD_SORTS, type YieldSort } from "./pool-order"
import type { YieldScan } from "./scan-yields"
import type { YieldPool } from "./yield-pool"

/** The next place in one list: after a pool, or none at its end. */
type Place = PoolKey | "end"

/** The next places in both lists, which have the same order. */
export type YieldCursor = { readonly sort: YieldSort; readonly stablecoin: Place; readonly bluechip: Place }

export type RankedPool = { readonly pool: YieldPool; readonly rank: number }

export type YieldPage = {
  readonly stablecoin: readonly RankedPool[]
  readonly bluechip: readonly RankedPool[]
  /** `null`: both lists are at their end. */
  readonly next: YieldCursor | null
}

const PLACE = String.raw`(?:end|-?\d+(?:\.\d+)?(?:e-?\d+)?_\d+(?:\.\d+)?(?:e-?\d+)?_[\w.:-]{1,100})`

const CURSOR = new RegExp(`^(?:${YIELD_SORTS.join("|")})~(?!end~end$)${PLACE}~${PLACE}$`)

/** Whether a text is a cursor: the order, and the place in either list. No cursor leads from the end of both. */
export function isCursor(text: string): boolean {
  return CURSOR.test(text)
}

/**
 * `limit` pools of either list after the cursor's places. Pools that are added or removed between two pages do not hide
 * or repeat other pools, because a place is a position in the order, not a count. A pool that moves past the place is
 * missed or shown again.
 */
export function pageOf(
  { stablecoin, bluechip }: Pick<YieldScan, "stablecoin" | "bluechip">,
  { sort, limit, after }: { readonly sort: YieldSort; readonly limit: number; readonly after: YieldCursor | null },
): YieldPage {
  const stable = partOf(stablecoin, sort, limit, after?.stablecoin ?? null)
  const blue = partOf(bluechip, sort, limit, after?.bluechip ?? null)
  const isDone = stable.next === "end" && blue.next === "end"
  const next = isDone ? null : { sort, stablecoin: stable.next, bluechip: blue.next }
  return { stablecoin: stable.pools, bluechip: blue.pools, next }
}

export function writeCursor({ sort, stablecoin, bluechip }: YieldCursor): string {
  return [sort, writePlace(stablecoin), writePlace(bluechip)].join("~")
}

/** Reads a text of `writeCursor`. */
export function readCursor(text: string): YieldCursor {
  const [order, stablecoin = "end", bluechip = "end"] = text.split("~")
  const sort = YIELD_SORTS.find((name) => name === order) ?? "risk_adjusted"
  return { sort, stablecoin: readPlace(stablecoin), bluechip: readPlace(bluechip) }
}

function writePlace(place: Place): string {
  return place === "end" ? place : `${place.value}_${place.tvlUsd}_${place.poolId}`
}

function readPlace(text: string): Place {
  if (text === "end") return "end"
  const [value = "", tvlUsd = "", ...id] = text.split("_")
  return { value: Number(value), tvlUsd: Number(tvlUsd), poolId: id.join("_") }
}

function partOf(pools: readonly YieldPool[], sort: YieldSort, limit: number, after: Place | null) {
  if (after === "end") return { pools: [], next: "end" as const }
  const found = after === null ? 0 : pools.findIndex((pool) => compareKeys(poolKey(pool, sort), after) > 0)
  const from = found === -1 ? pools.length : found
  const shown = pools.slice(from, from + limit)
  const last = shown.at(-1)
  const next: Place = last === undefined || from + limit >= pools.length ? "end" : poolKey(last, sort)
  return { pools: shown.map((pool, index) => ({ pool, rank: from + index + 1 })), next }
}
