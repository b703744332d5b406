import { z } from "zod"
import { isoDate } from "@/lib/domain/utc-day"
import { createSqlValueStore } from "@/lib/market/feeds/sql-value-store"
import type { Store } from "@/lib/store/open-store"

const Days = z.record(z.iso.date(), z.number().positive())

const keptDays = (store: Store) => createSqlValueStore(store, "ether_days", (json) => Days.parse(json))

/**
 * Dollars for one ether by UTC day: the close of each day, and of a day that is not over its newest close. Candles reach back for
 * a limited time, so closes are kept apart for the books.
 */
export async function etherPrices(store: Store): Promise<ReadonlyMap<string, number>> {
  const kept = await keptDays(store).load()
  return new Map([...Object.entries(kept?.value ?? {}), ...(await closesOf(store))])
}

/** Adds the closes of the stored candles to those that are kept. */
export async function keepEtherPrices(store: Store, nowMs: number): Promise<void> {
  const value = Object.fromEntries(await etherPrices(store))
  await keptDays(store).save({ value, source: "signal402", asOfMs: nowMs, fetchedAtMs: nowMs })
}

async function closesOf(store: Store): Promise<readonly (readonly [string, number])[]> {
  const candles = await store
    .selectFrom("candles")
    .select(["interval", "open_time_ms", "close_usd"])
    .where("coin", "=", "ETH")
    .where("interval", "in", ["1h", "1d"])
    .orderBy("open_time_ms")
    .execute()
  const closes = (interval: string) =>
    candles
      .filter((candle) => candle.interval === interval)
      .map((candle) => [isoDate(candle.open_time_ms), candle.close_usd] as const)
  return [...closes("1h"), ...closes("1d")]
}
