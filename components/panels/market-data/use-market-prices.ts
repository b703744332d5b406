import { useEffect, useState } from "react"
import { useStream } from "@/components/app/use-stream"
import { usePollTick } from "@/lib/client/browser/use-poll-tick"
import type { ResponseOf } from "@/lib/api/contract"
import type { marketPricesContract } from "@/lib/endpoints/market-prices/contract"
import type { StreamEvent } from "@/lib/endpoints/stream/contract"

export type Prices = ResponseOf<typeof marketPricesContract>

export type PriceFeed = {
  readonly prices: Prices | null
  /** The last refresh failed; the shown prices are the last good ones. */
  readonly hasFailed: boolean
  /** The stream is dead, so prices are polled. */
  readonly isPolled: boolean
}

const POLL_MS = 10_000
/** Sparklines are not in the stream. */
const STREAMING_POLL_MS = 15 * 60_000

/** Prices from the server's HTML, then from the stream, and by polling while the stream is dead. */
export function useMarketPrices(initial: Prices | null): PriceFeed {
  const [feed, setFeed] = useState({ prices: initial, hasFailed: false })
  const stream = useStream("prices", (update) => {
    setFeed(({ prices }) => ({ prices: prices && withUpdate(prices, update), hasFailed: false }))
  })
  const tick = usePollTick(stream === "live" && feed.prices !== null ? STREAMING_POLL_MS : POLL_MS)
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      try {
        // The schema library is not part of the first load.
        const { fetchPrices } = await import("@/lib/client/services")
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
  return { ...feed, isPolled: stream === "dead" }
}

type Update = Extract<StreamEvent, { event: "prices" }>["data"]

function withUpdate(prices: Prices, { coins, timestamp }: Update): Prices {
  const merged = prices.coins.map((known) => ({ ...known, ...coins.find(({ coin }) => coin === known.coin) }))
  return { ...prices, coins: merged, timestamp }
}
