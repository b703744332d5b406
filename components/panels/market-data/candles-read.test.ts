import { environmentManager, focusManager, QueryObserver } from "@tanstack/react-query"
import { expect, test, vi } from "vitest"
import { createQueries } from "@/lib/client/reads/queries"
import { marketCandlesContract } from "@/lib/endpoints/market-candles/contract"
import { candlesRead } from "./use-chart-data"

test("a chart whose first request failed recovers by itself", async () => {
  vi.useFakeTimers()
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
  expect(observer.getCurrentResult().data?.candles).toHaveLength(marketCandlesContract.example.candles.length)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(fetch, "candles that are there are not read again").toHaveBeenCalledTimes(2)
  stop()
  environmentManager.setIsServer(() => true)
  focusManager.setFocused(undefined)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
