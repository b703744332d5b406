import { z } from "zod"
import { readBefore } from "@/lib/domain/before-close"
import { inputLimits } from "@/lib/domain/freshness"
import { openTimeOf } from "@/lib/domain/market/candle"
import type { PredictionMarket } from "@/lib/domain/prediction/market-question"
import { createKalshiSource } from "@/lib/market/sources/kalshi/client"
import { createCachedFeed } from "./cached-feed"
import { createCoinFeed } from "./coin-feed"
import { type FeedPorts, permitted } from "./feed-ports"
import { createSqlValueStore } from "./sql-value-store"

export type PredictionFeeds = ReturnType<typeof createPredictionFeeds>

const Question = z.object({
  ticker: z.string(),
  kind: z.enum(["touch", "close"]),
  side: z.enum(["above", "below"]),
  levelUsd: z.number(),
  untilMs: z.number(),
  isOpen: z.boolean(),
  openMs: z.number(),
  bid: z.number().nullable(),
  ask: z.number().nullable(),
  bidContracts: z.number(),
  askContracts: z.number(),
})

const Quotes = z.object({ atMs: z.number(), questions: z.array(Question) })

const StoredMarket = z.object({ newest: Quotes, beforeClose: Quotes.nullable() })

/** Event contracts on the price of each coin. An empty list is a reading, too: markets come and go. */
export function createPredictionFeeds({ http, clock, store, ...rights }: FeedPorts) {
  const sources = permitted(rights, [createKalshiSource({ http, clock })])
  const { maxAgeMs, everyMs: minIntervalMs } = inputLimits.marketOdds
  return {
    marketOdds: createCoinFeed<PredictionMarket>((coin) =>
      createCachedFeed({
        readers: sources.map((source) => ({
          name: source.name,
          async read(previous) {
            const newest = await source.questions(coin)
            const held = previous?.value
            const readings = [newest, held?.newest ?? null, held?.beforeClose ?? null]
            const beforeClose = readBefore(readings, openTimeOf(clock(), "4h"))
            return { value: { newest, beforeClose }, asOfMs: newest.atMs }
          },
        })),
        clock,
        maxAgeMs,
        minIntervalMs,
        store: createSqlValueStore(store, `marketOdds.${coin}`, (json) => StoredMarket.parse(json)),
      }),
    ),
  }
}
