import { expect, test } from "vitest"
import { inputsAsOf } from "@/lib/domain/signals/inputs-as-of"
import { viewMarket } from "@/lib/domain/signals/market-view"
import { testSha256 } from "@/tools/testing/record/sealed-store"
import { inputsOf, MARKET_NOW_MS, waveMarket } from "@/tools/testing/engine/signal-market"
import { canonicalJson } from "./canonical-json"
import { archiveInputs } from "./input-archive"

const HOUR_MS = 3_600_000
const inputs = inputsOf(waveMarket({ driftPerDay: 0.002 }))
const seen = (timeMs: number) => inputsAsOf(inputs, timeMs)
const archived = (timeMs: number) => archiveInputs(seen(timeMs), testSha256)

test("a view of only the points that it reads is equal", () => {
  for (let back = 0; back < 12; back++) {
    const timeMs = MARKET_NOW_MS - back * 4 * HOUR_MS
    expect(viewMarket(seen(timeMs), timeMs)).toEqual(viewMarket(inputs, timeMs))
  }
})

test("an input's hash covers its blocks' hashes, and each text is stored under its hash", () => {
  const { hashes, texts } = archived(MARKET_NOW_MS)
  expect(Object.keys(hashes)).toEqual(["days", "fourHours", "hours"])
  for (const [hash, text] of texts) expect(testSha256(text)).toBe(hash)
  const blocks = JSON.parse(texts.get(hashes.hours ?? "") ?? "") as string[]
  const points = blocks.flatMap((hash) => JSON.parse(texts.get(hash) ?? "") as unknown[])
  expect(canonicalJson(points)).toBe(canonicalJson(seen(MARKET_NOW_MS).hours?.value))
})

test("from one close to the next at most nine texts are new", () => {
  const before = archived(MARKET_NOW_MS - 4 * HOUR_MS).texts
  const fresh = [...archived(MARKET_NOW_MS).texts].filter(([hash]) => !before.has(hash))
  // For each of three inputs at most the list, the newest block and the oldest block, which gets shorter.
  expect(fresh.length).toBeLessThanOrEqual(9)
  expect(fresh.length).toBeGreaterThan(0)
})

test("one changed digit of a candle changes the hash of its input only", () => {
  const original = seen(MARKET_NOW_MS)
  const [first, ...rest] = original.hours?.value ?? []
  if (first === undefined || original.hours === null) throw new Error("the market has hours")
  const bent = {
    ...original,
    hours: { ...original.hours, value: [{ ...first, lowUsd: first.lowUsd + 1e-6 }, ...rest] },
  }
  const [a, b] = [archiveInputs(original, testSha256).hashes, archiveInputs(bent, testSha256).hashes]
  expect(b.hours).not.toBe(a.hours)
  expect([b.days, b.fourHours]).toEqual([a.days, a.fourHours])
})
