import { expect, test } from "vitest"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { NOW_MS, receiptAt } from "@/tools/testing/client/fixtures"
import { createRangeWatcher, watchedRanges } from "./range-alarm"

const { example } = signalContract
const bought = (id: string, deliveredAtMs: number, coin: "BTC" | "ETH" = "BTC") =>
  receiptAt(NOW_MS, { id, deliveredAtMs, productId: `signal:${coin}`, body: { ...example, coin } })

const range = { id: "r", coin: "BTC", horizon: "24h", low: 100, high: 110, endsAtMs: NOW_MS + 1_000 } as const

test("the ranges of the newest signal of each coin are watched", () => {
  const receipts = [bought("0x02", NOW_MS), bought("0x01", NOW_MS - 1), bought("0x03", NOW_MS, "ETH")]
  const other = receiptAt(NOW_MS, { productId: "risk:BTC", body: example })
  expect(watchedRanges([...receipts, other]).map(({ id, coin }) => [id, coin])).toEqual([
    ["0x02 24h", "BTC"],
    ["0x02 7d", "BTC"],
    ["0x03 24h", "ETH"],
    ["0x03 7d", "ETH"],
  ])
  expect(watchedRanges([bought("0x01", NOW_MS)])[0]).toMatchObject(example.now?.range80_24h ?? {})
})

test("a range that is left is reported once, and again after the price was back inside", () => {
  const watch = createRangeWatcher()
  const at = (BTC: number) => watch([range], { BTC }, NOW_MS)
  expect(at(105)).toEqual([])
  expect(at(111)).toEqual([range])
  expect(at(112)).toEqual([])
  expect(at(110)).toEqual([])
  expect(at(99)).toEqual([range])
})

test("a range that was left before, has ended, or has no price is not reported", () => {
  const watch = createRangeWatcher()
  expect(watch([range], { BTC: 120 }, NOW_MS)).toEqual([])
  expect(watch([range], { BTC: 105 }, NOW_MS)).toEqual([])
  expect(watch([range], { ETH: 1 }, NOW_MS)).toEqual([])
  expect(watch([range], { BTC: 120 }, range.endsAtMs)).toEqual([])
})
