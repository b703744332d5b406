import { useEffect, useState } from "react"
import { usePollTick } from "@/lib/client/browser/use-poll-tick"
import type { ResponseOf } from "@/lib/api/contract"
import type { marketPricesContract } from "@/lib/api/market-prices"

export type Prices = ResponseOf<typeof marketPricesContract>

export type PriceFeed = {
  readonly prices: Prices | null
  /** The last refresh failed; the shown prices are the last good ones. */
  readonly hasFailed: boolean
}

const REFRESH_MS = 10_000

/** Prices from the server's HTML, refreshed every ten seconds while the page is visible. */
export function useMarketPrices(initial: Prices | null): PriceFeed {
  const [feed, setFeed] = useState<PriceFeed>({ prices: initial, hasFailed: false })
  const tick = usePollTick(REFRESH_MS)
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      try {
        // The schema library is not part of the first load.
        const { fetchPrices } = await import("./fetch-market")
        const prices = await fetchPrices()
        if (isCurrent) setFeed({ prices, hasFailed: false })
      } catch {
        if (isCurrent) setFeed((before) => ({ ...before, hasFailed: true }))
      }
    }
    if (tick !== null) void load()
    return () => {
      isCurrent = false
    }
  }, [tick])
  return feed
}
