import { z } from "zod"
import { inputLimits } from "@/lib/domain/freshness"
import { openTimeOf } from "@/lib/domain/market/candle"
import { LEFT_OUT } from "@/lib/domain/options/option-quote"
import { readBefore } from "@/lib/domain/before-close"
import type { OptionMarket } from "@/lib/domain/options/option-market"
import { currentIndex } from "@/lib/domain/options/premium"
import { surfaceOf } from "@/lib/domain/options/surface"
import { SourceMalformedError } from "@/lib/outbound/errors"
import { createDeribitSource } from "@/lib/market/sources/deribit/client"
import { createCachedFeed } from "./cached-feed"
import { createCoinFeed } from "./coin-feed"
import { type FeedPorts, permitted } from "./feed-ports"
import { createSqlValueStore } from "./sql-value-store"

export type OptionFeeds = ReturnType<typeof createOptionFeeds>

const Smile = z.object({
  expiryMs: z.number(),
  forwardUsd: z.number(),
  atTheMoney: z.number(),
  put25: z.number().nullable(),
  call25: z.number().nullable(),
  strikes: z.number(),
})

const Surface = z.object({
  atMs: z.number(),
  smiles: z.array(Smile),
  quotes: z.object({ read: z.number(), used: z.number(), leftOut: z.record(z.enum(LEFT_OUT), z.number()) }),
  leftOutExpiries: z.array(
    z.object({ expiryMs: z.number(), reason: z.enum(["few_strikes", "butterfly", "calendar"]) }),
  ),
})

const StoredMarket = z.object({
  surface: Surface,
  beforeClose: Surface.nullable(),
  index: z.array(z.object({ atMs: z.number(), close: z.number() })),
})

/** What the options of each coin imply. Quotes are reduced when they are read, and are not kept. */
export function createOptionFeeds({ http, clock, store, ...rights }: FeedPorts) {
  const sources = permitted(rights, [createDeribitSource({ http, clock })])
  const { maxAgeMs, everyMs: minIntervalMs } = inputLimits.options
  return {
    options: createCoinFeed<OptionMarket>((coin) =>
      createCachedFeed({
        readers: sources.map((source) => ({
          name: source.name,
          async read(previous) {
            const [{ quotes, asOfMs }, index] = await Promise.all([
              source.options(coin),
              coin === "SOL" ? null : source.volatilityIndex(coin),
            ])
            // The venue's clock can be ahead of ours by less than a minute.
            const atMs = Math.min(asOfMs, clock())
            const surface = surfaceOf(quotes, atMs)
            // An error, so that the surface before stays until it is too old.
            if (surface.smiles.length === 0) {
              const message = `${source.name} has no options on ${coin} that can be used.`
              throw new SourceMalformedError({ kind: "schema", host: source.name, message })
            }
            const held = previous?.value
            const readings = [held?.surface ?? surface, held?.beforeClose ?? null]
            const beforeClose = readBefore(readings, openTimeOf(clock(), "4h"))
            return { value: { surface, beforeClose, index: currentIndex(index?.points ?? [], clock()) }, asOfMs: atMs }
          },
        })),
        clock,
        maxAgeMs,
        minIntervalMs,
        store: createSqlValueStore(store, `options.${coin}`, (json) => StoredMarket.parse(json)),
      }),
    ),
  }
}
