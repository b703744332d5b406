import { environmentManager, focusManager, QueryObserver } from "@tanstack/react-query"
import { expect, test, vi } from "vitest"
import { createQueries } from "@/lib/client/reads/queries"
import { marketCandlesContract } from "@/lib/endpoints/market-candles/contract"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { candlesRead } from "./use-chart-data"

test("a chart whose first request failed recovers by itself, and reads the next candle when it has closed", async () => {
  const { candles } = marketCandlesContract.example
  const lastMs = Date.parse(candles.at(-1)?.t ?? "")
  vi.useFakeTimers({ now: lastMs + HOUR_MS })
  environmentManager.setIsServer(() => false)
  focusManager.setFocused(true)
  const fetch = vi.fn<() => Promise<Response>>()
  fetch.mockRejectedValueOnce(new TypeError("Failed to fetch"))
  fetch.mockImplementation(() => Promise.resolve(Response.json(marketCandlesContract.example)))
  vi.stubGlobal("fetch", fetch)
  const observer = new QueryObserver(createQueries(), candlesRead("BTC", "1h", 120))
  const stop = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect(observer.getCurrentResult()).toMatchObject({ isError: true, data: undefined })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(observer.getCurrentResult().data?.candles).toHaveLength(candles.length)
  await vi.advanceTimersByTimeAsync(0.9 * HOUR_MS)
  expect(fetch, "nothing is read before the next close").toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(0.1 * HOUR_MS)
  expect(fetch).toHaveBeenCalledTimes(3)
  stop()
  environmentManager.setIsServer(() => true)
  focusManager.setFocused(undefined)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
