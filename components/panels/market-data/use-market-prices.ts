import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useStream } from "@/components/app/use-stream"
import type { ResponseOf } from "@/lib/api/contract"
import { freeRead, pageQueries } from "@/lib/client/reads/queries"
import { marketPricesContract } from "@/lib/endpoints/market-prices/contract"
import type { StreamEvent } from "@/lib/endpoints/stream/contract"
import type { Coin } from "@/lib/domain/market/coin"

export type Prices = ResponseOf<typeof marketPricesContract>

export type PriceFeed = {
  readonly prices: Prices | null
  /** The last refresh failed; the shown prices are the last good ones. */
  readonly hasFailed: boolean
  /** The stream is dead, so prices are polled. */
  readonly isPolled: boolean
}

const PATH = "/api/market/prices"
const POLL_MS = 10_000
/** Sparklines are not in the stream. */
const STREAMING_POLL_MS = 15 * 60_000

/** Prices from the server's HTML, then from the stream, and by polling while the stream is dead. */
export function useMarketPrices(initial: Prices | null): PriceFeed {
  const [queries] = useState(pageQueries)
  const stream = useStream("prices", (update) => {
    queries.setQueryData<Prices>([PATH], (prices) => prices && withUpdate(prices, update))
  })
  const read = freeRead(PATH, marketPricesContract.response, {
    everyMs: (prices) => (stream === "live" && prices !== undefined ? STREAMING_POLL_MS : POLL_MS),
  })
  const { data, isError } = useQuery({ ...read, ...(initial && { initialData: initial }) }, queries)
  return { prices: data ?? null, hasFailed: isError, isPolled: stream === "dead" }
}

/** The price of a coin now; `null`: unknown or disputed. */
export function priceIn(prices: Prices | null, coin: Coin): number | null {
  const found = prices?.coins.find((one) => one.coin === coin)
  return found === undefined || found.disputed ? null : found.price
}

type Update = Extract<StreamEvent, { event: "prices" }>["data"]

function withUpdate(prices: Prices, { coins, timestamp }: Update): Prices {
  const merged = prices.coins.map((known) => ({ ...known, ...coins.find(({ coin }) => coin === known.coin) }))
  return { ...prices, coins: merged, timestamp }
}
