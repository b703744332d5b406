import type { Insertable, Selectable } from "kysely"
import { chunksOf } from "@/lib/domain/chunks-of"
import type { Candle } from "@/lib/domain/market/candle"
import { lockForTransaction } from "@/lib/store/dialect"
import type { Store } from "@/lib/store/open-store"
import type { Tables } from "@/lib/store/tables"
import type { CandleStore } from "./candle-store"

type Row = Selectable<Tables["candles"]>

/** Rows of ten columns in one statement; SQLite binds at most 32,766 values. */
const CHUNK = 1_000
/** Earlier than any fetch time. */
const NEVER_MS = -1

/** Keeps closed candles in the store, one provider per series. */
export function createSqlCandleStore(store: Store): CandleStore {
  return {
    async load(coin, interval, newerThanMs = NEVER_MS) {
      const rows = await store
        .selectFrom("candles")
        .selectAll()
        .where("coin", "=", coin)
        .where("interval", "=", interval)
        .where("fetched_at_ms", ">", newerThanMs)
        .orderBy("open_time_ms")
        .execute()
      const [first] = rows
      if (first === undefined) return null
      return {
        value: rows.map(toCandle),
        source: first.source,
        asOfMs: first.as_of_ms,
        fetchedAtMs: first.fetched_at_ms,
      }
    },

    async save(coin, interval, series) {
      const { source, asOfMs, fetchedAtMs } = series
      const shared = { source, coin, interval, as_of_ms: asOfMs, fetched_at_ms: fetchedAtMs }
      const rows = series.value.map((candle): Insertable<Tables["candles"]> => ({ ...shared, ...toColumns(candle) }))
      await store.transaction().execute(async (tx) => {
        // Two processes that replace a series at once must not mix their candles.
        await lockForTransaction(tx, `candles ${coin} ${interval}`)
        await tx.deleteFrom("candles").where("coin", "=", coin).where("interval", "=", interval).execute()
        for (const part of chunksOf(rows, CHUNK)) await tx.insertInto("candles").values(part).execute()
      })
    },
  }
}

function toCandle(row: Row): Candle {
  return {
    openTimeMs: row.open_time_ms,
    openUsd: row.open_usd,
    highUsd: row.high_usd,
    lowUsd: row.low_usd,
    closeUsd: row.close_usd,
    volumeBase: row.volume_base,
    takerBuyVolumeBase: row.taker_buy_volume_base,
  }
}

function toColumns(candle: Candle) {
  return {
    open_time_ms: candle.openTimeMs,
    open_usd: candle.openUsd,
    high_usd: candle.highUsd,
    low_usd: candle.lowUsd,
    close_usd: candle.closeUsd,
    volume_base: candle.volumeBase,
    taker_buy_volume_base: candle.takerBuyVolumeBase,
  }
}
