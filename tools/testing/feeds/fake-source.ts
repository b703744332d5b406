import { intervalMs, type Candle, type Interval } from "@/lib/domain/market/candle"
import type { Coin } from "@/lib/domain/market/coin"
import type { CandleSource } from "@/lib/market/feeds/candle-source"
import { SourceUnavailableError } from "@/lib/outbound/errors"
import { openTimes } from "./wire-candles"

type Call = { readonly coin: Coin; readonly interval: Interval; readonly fromMs: number; readonly toMs: number }

export type FakeSource = CandleSource & {
  /** Set to make every question fail. */
  isDown: boolean
  maxCandles?: number
  priceUsd: number
  /** No candle that closes later exists at this provider. */
  listedUntilMs: number
  /** Set to hold every question until the test releases it. */
  held: Promise<void> | null
  readonly candleCalls: Call[]
  priceCalls: number
}

/**
 * A provider with candles for all times. Its closes are its own constant price, so that tests detect a mixed series.
 */
export function createFakeSource(name: string, clock: () => number, priceUsd: number): FakeSource {
  async function respond(fake: FakeSource): Promise<void> {
    await fake.held
    if (fake.isDown) throw new SourceUnavailableError({ kind: "network", host: name, message: `${name} is down.` })
  }

  const fake: FakeSource = {
    name,
    isDown: false,
    priceUsd,
    listedUntilMs: Number.POSITIVE_INFINITY,
    held: null,
    candleCalls: [],
    priceCalls: 0,
    async candles(coin, interval, { fromMs, toMs }) {
      fake.candleCalls.push({ coin, interval, fromMs, toMs })
      await respond(fake)
      const lastCloseMs = Math.min(clock(), fake.listedUntilMs)
      const listed = openTimes(fromMs, toMs, intervalMs[interval]).filter((ms) => ms < lastCloseMs)
      const closed = listed.filter((ms) => ms + intervalMs[interval] <= lastCloseMs)
      const candles = closed.map((ms) => flatCandle(ms, fake.priceUsd))
      return { candles, droppedRows: 0, newestOpenMs: listed.at(-1) ?? null }
    },
    async price() {
      fake.priceCalls += 1
      const asOfMs = clock()
      await respond(fake)
      return { priceUsd: fake.priceUsd, asOfMs }
    },
    breaker: () => "closed",
  }
  return fake
}

function flatCandle(openTimeMs: number, priceUsd: number): Candle {
  return {
    openTimeMs,
    openUsd: priceUsd,
    highUsd: priceUsd,
    lowUsd: priceUsd,
    closeUsd: priceUsd,
    volumeBase: 1,
    takerBuyVolumeBase: null,
  }
}
