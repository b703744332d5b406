import { useEffect, useState } from "react"
import { usePurchaseClient } from "@/components/app/app-context"
import type { PlotLevel } from "@/components/charts/candle-plot"
import { newestReceipt } from "@/components/panels/product/receipt-lookup"
import { useMaybeStore, useStore } from "@/lib/client/browser/use-store"
import { walletStore } from "@/lib/client/wallet/wallet-store"
import type { Coin } from "@/lib/domain/market/coin"
import type { Interval } from "@/lib/domain/market/candle"
import type { CandlesAnswer } from "./market-chart-data"
import type { Overlays } from "./owned-overlays"

const CANDLES = 120
/** Loaded when the reader pans or zooms: 20 days of hours, 80 days of 4h candles. */
const MORE_CANDLES = 480

type CandlesState = {
  readonly answer: CandlesAnswer | null
  readonly hasFailed: boolean
  /** Number of candles after `loadMore`. */
  readonly availableCount: number
  /** Loads older candles of every interval from now on. */
  readonly loadMore: () => void
}

type LoadedCandles = { readonly answer: CandlesAnswer; readonly limit: number }

/** Candles of an interval: those of the server's HTML at first, others when they are chosen. */
export function useCandles(coin: Coin, interval: Interval, initial: CandlesAnswer | null): CandlesState {
  // The server's HTML has fewer candles, which are enough until the reader pans or zooms.
  const [known, setKnown] = useState<Readonly<Partial<Record<Interval, LoadedCandles>>>>(
    initial ? { [initial.interval]: { answer: initial, limit: CANDLES } } : {},
  )
  const [failed, setFailed] = useState<Interval | null>(null)
  const [wantsMore, setWantsMore] = useState(false)
  const limit = wantsMore ? MORE_CANDLES : CANDLES
  const held = known[interval]
  const isEnough = held !== undefined && held.limit >= limit
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      try {
        const { fetchCandles } = await import("@/lib/client/services")
        const answer = await fetchCandles(coin, interval, limit)
        if (isCurrent) setKnown((before) => ({ ...before, [interval]: { answer, limit } }))
      } catch {
        if (isCurrent) setFailed(interval)
      }
    }
    if (!isEnough) void load()
    return () => {
      isCurrent = false
    }
  }, [coin, interval, limit, isEnough])
  return {
    answer: held?.answer ?? null,
    hasFailed: failed === interval && held === undefined,
    availableCount: held !== undefined && held.limit === MORE_CANDLES ? held.answer.candles.length : MORE_CANDLES,
    loadMore: () => setWantsMore(true),
  }
}

type Owned = { readonly signal: Overlays | null; readonly barriers: readonly PlotLevel[] }

const NO_ANSWERS: Owned = { signal: null, barriers: [] }

/** The overlays of an owned signal and risk plan in the chart of their coin. */
export function useOwnedOverlays(coin: Coin): Owned {
  const receipts = useMaybeStore(usePurchaseClient()?.receipts ?? null)
  const wallet = useStore(walletStore)
  const signal = newestReceipt(receipts, { id: `signal:${coin}` }, wallet)?.body ?? null
  const risk = newestReceipt(receipts, { id: `risk:${coin}` }, wallet)?.body ?? null
  const [owned, setOwned] = useState<Owned>(NO_ANSWERS)
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      // The schemas are loaded only by buyers.
      const { signalOverlays, riskLevels } = await import("./owned-overlays")
      if (isCurrent) setOwned({ signal: signalOverlays(signal), barriers: riskLevels(risk) })
    }
    if (signal !== null || risk !== null) load().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [signal, risk])
  return signal === null && risk === null ? NO_ANSWERS : owned
}
