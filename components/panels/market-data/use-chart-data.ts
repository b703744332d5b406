import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { usePurchaseClient } from "@/components/app/app-context"
import type { PlotLevel } from "@/components/charts/candle-plot"
import { newestReceipt } from "@/components/panels/product/receipt-lookup"
import { useMaybeStore, useStore } from "@/lib/client/browser/use-store"
import { freeRead, pageQueries } from "@/lib/client/reads/queries"
import { walletStore } from "@/lib/client/wallet/wallet-store"
import { marketCandlesContract } from "@/lib/endpoints/market-candles/contract"
import type { Coin } from "@/lib/domain/market/coin"
import { type Interval, intervalMs } from "@/lib/domain/market/candle"
import type { CandlesAnswer } from "./market-chart-data"
import type { Overlays } from "./owned-overlays"

export const CANDLES = 120
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

/** Candles of an interval: those of the server's HTML at first, others when they are chosen. */
export function useCandles(coin: Coin, interval: Interval, initial: CandlesAnswer | null): CandlesState {
  const [wantsMore, setWantsMore] = useState(false)
  const [queries] = useState(pageQueries)
  // The server's HTML has fewer candles, which are enough until the reader pans or zooms.
  const inHtml = initial?.interval === interval ? { initialData: initial } : {}
  const first = useQuery({ ...candlesRead(coin, interval, CANDLES), ...inHtml }, queries)
  const older = useQuery({ ...candlesRead(coin, interval, MORE_CANDLES), enabled: wantsMore }, queries)
  return {
    answer: older.data ?? first.data ?? null,
    hasFailed: first.isError,
    availableCount: older.data?.candles.length ?? MORE_CANDLES,
    loadMore: () => setWantsMore(true),
  }
}

/** After a close, the candle of the service needs this long. */
const CLOSE_DELAY_MS = 10_000
const MIN_POLL_MS = 60_000

/** Candles are read again when the next one has closed, and after a failure. */
export function candlesRead(coin: Coin, interval: Interval, limit: number) {
  const query = new URLSearchParams({ coin, interval, limit: String(limit) })
  const path = `/api/market/candles?${query.toString()}`
  const everyMs = (answer: CandlesAnswer | undefined) => {
    const lastMs = Date.parse(answer?.candles.at(-1)?.t ?? "")
    const nextMs = lastMs + 2 * intervalMs[interval] + CLOSE_DELAY_MS
    return Number.isNaN(nextMs) ? MIN_POLL_MS : Math.max(MIN_POLL_MS, nextMs - Date.now())
  }
  return { ...freeRead(path, marketCandlesContract.response, { everyMs }), staleTime: Infinity }
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
