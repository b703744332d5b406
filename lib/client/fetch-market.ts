import { marketCandlesContract } from "@/lib/endpoints/market-candles/contract"
import { marketPricesContract } from "@/lib/endpoints/market-prices/contract"
import type { z } from "zod"

const TIMEOUT_MS = 10_000

/** Free prices, parsed. @throws when the service does not answer or answers in another format */
export function fetchPrices(): Promise<z.output<typeof marketPricesContract.response>> {
  return read("/api/market/prices", marketPricesContract.response)
}

/** Free candles, parsed. @throws as above */
export function fetchCandles(coin: string, interval: string, limit: number) {
  const query = new URLSearchParams({ coin, interval, limit: String(limit) })
  return read(`/api/market/candles?${query.toString()}`, marketCandlesContract.response)
}

async function read<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> {
  const response = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`The service answered ${response.status}.`)
  return schema.parse(await response.json())
}
