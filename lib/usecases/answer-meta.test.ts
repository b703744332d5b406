import { expect, test } from "vitest"
import { answerMeta } from "./answer-meta"

const nowMs = Date.UTC(2026, 10, 23, 16, 40)
const at = (source: string, minutes: number) => ({ source, asOfMs: nowMs - minutes * 60_000 })

test("sources list each provider once per read time, in the order of the inputs", () => {
  const facts = { nowMs, mode: "sandbox", methodVersion: "geo-1", degraded: [], disclaimer: "Research." } as const
  const inputs = [at("gdelt", 3), at("binance", 40), at("binance", 40), at("yahoo", 40), at("yahoo", 100)] as const
  const { as_of, sources } = answerMeta({ ...facts, inputs })
  expect(sources.map(({ name, age_s }) => `${name} ${age_s}`)).toEqual([
    "gdelt 180",
    "binance 2400",
    "yahoo 2400",
    "yahoo 6000",
  ])
  expect(as_of).toBe("2026-11-23T15:00:00.000Z")
})
