import type { Clock } from "@/lib/domain/clock"
import type { Coin } from "@/lib/domain/market/coin"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { SourceUnavailableError } from "@/lib/outbound/errors"
import type { SourceClient } from "@/lib/outbound/source-client"
import { createCoinbaseSource } from "@/lib/market/sources/coinbase/client"
import { createKrakenSource } from "@/lib/market/sources/kraken/client"
import { closedCandles } from "@/lib/market/sources/wire/candle-page"
import type { PointsSource } from "./points-feed"

export type PremiumPoint = { readonly atMs: number; readonly premiumPct: number }

/** Kraken answers 720 candles at most. */
export const MAX_PREMIUM_MS = 29 * DAY_MS

/**
 * Price difference of Coinbase to Kraken in percent at every hourly close. Both quote US dollars, so a stablecoin's
 * deviation is not mistaken for demand (Makarov & Schoar 2020).
 */
export function createPremiumSource({ http, clock }: { readonly http: SourceClient; readonly clock: Clock }) {
  const [coinbase, kraken] = [createCoinbaseSource({ http, clock }), createKrakenSource({ http, clock })]
  return (coin: Coin): PointsSource<PremiumPoint> => ({
    name: "coinbase/kraken",
    license: "evaluation",
    async read(previous) {
      const nowMs = clock()
      // A premium is dated at its close; candles by their open.
      const fromMs = Math.max(nowMs - MAX_PREMIUM_MS, previous.at(-1)?.atMs ?? 0)
      const range = { fromMs: Math.floor(fromMs / HOUR_MS) * HOUR_MS, toMs: nowMs }
      const [own, other] = await Promise.all([coinbase.candles(coin, "1h", range), kraken.candles(coin, "1h", range)])
      const closeOf = new Map(closedCandles(other, "1h").map(({ openTimeMs, closeUsd }) => [openTimeMs, closeUsd]))
      const fresh = closedCandles(own, "1h").flatMap(({ openTimeMs, closeUsd }): PremiumPoint[] => {
        const reference = closeOf.get(openTimeMs)
        if (reference === undefined) return []
        return [{ atMs: openTimeMs + HOUR_MS, premiumPct: (closeUsd / reference - 1) * 100 }]
      })
      const points = [...previous.filter(({ atMs }) => atMs < (fresh[0]?.atMs ?? Infinity)), ...fresh]
      const last = points.at(-1)
      if (last === undefined) {
        throw new SourceUnavailableError({
          kind: "stale",
          host: "coinbase",
          message: "No hour is known at both venues.",
        })
      }
      return { points, asOfMs: last.atMs }
    },
  })
}
