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

type CandlesState = { readonly answer: CandlesAnswer | null; readonly hasFailed: boolean }

/** Candles of an interval: those of the server's HTML at first, others when they are chosen. */
export function useCandles(coin: Coin, interval: Interval, initial: CandlesAnswer | null): CandlesState {
  const [known, setKnown] = useState<Readonly<Partial<Record<Interval, CandlesAnswer>>>>(
    initial ? { [initial.interval]: initial } : {},
  )
  const [failed, setFailed] = useState<Interval | null>(null)
  const isKnown = known[interval] !== undefined
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      try {
        const { fetchCandles } = await import("./fetch-market")
        const answer = await fetchCandles(coin, interval, CANDLES)
        if (isCurrent) setKnown((before) => ({ ...before, [interval]: answer }))
      } catch {
        if (isCurrent) setFailed(interval)
      }
    }
    if (!isKnown) void load()
    return () => {
      isCurrent = false
    }
  }, [coin, interval, isKnown])
  return { answer: known[interval] ?? null, hasFailed: failed === interval && !isKnown }
}

type Owned = { readonly signal: Overlays | null; readonly barriers: readonly PlotLevel[] }

const NOTHING: Owned = { signal: null, barriers: [] }

/** What the owned signal and risk plan of a coin add to its chart. */
export function useOwnedOverlays(coin: Coin): Owned {
  const receipts = useMaybeStore(usePurchaseClient()?.receipts ?? null)
  const wallet = useStore(walletStore)
  const signal = newestReceipt(receipts, { id: `signal:${coin}` }, wallet)?.body ?? null
  const risk = newestReceipt(receipts, { id: `risk:${coin}` }, wallet)?.body ?? null
  const [owned, setOwned] = useState<Owned>(NOTHING)
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
  return signal === null && risk === null ? NOTHING : owned
}
