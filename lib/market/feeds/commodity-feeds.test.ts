import { expect, test } from "vitest"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { createSandboxFeedPorts } from "@/tools/testing/feeds/sandbox"
import { createCommodityFeeds } from "./commodity-feeds"

/** A Friday afternoon in New York. */
const NOW_MS = Date.UTC(2026, 10, 20, 19, 7)

async function read(options: {
  readonly faults?: string
  readonly profile?: "open" | "strict"
  readonly nowMs?: number
}) {
  const { faults = "", profile = "open", nowMs = NOW_MS } = options
  const { ports } = await createSandboxFeedPorts({ nowMs, faults })
  const feeds = createCommodityFeeds({ ...ports, profile })
  return { gold: await feeds.goldHours.read(), oil: await feeds.oilHours.read() }
}

test("gold and oil have hourly prices up to the last full hour", async () => {
  const { gold, oil } = await read({})
  for (const held of [gold, oil]) {
    expect(held?.source).toBe("yahoo")
    expect(held?.value.at(-1)?.atMs).toBe(Date.UTC(2026, 10, 20, 19))
    expect(held?.value.length).toBeGreaterThan(1000)
    expect(held?.value.every(({ atMs, value }) => atMs % HOUR_MS === 0 && value > 0)).toBe(true)
  }
})

test("gold falls back to a token at nearly the same price, and oil has no fallback", async () => {
  const [usual, without] = [await read({}), await read({ faults: "yahoo=down" })]
  expect(without.gold?.source).toBe("kraken PAXG")
  const ratio = (without.gold?.value.at(-1)?.value ?? 0) / (usual.gold?.value.at(-1)?.value ?? 1)
  expect(ratio).toBeCloseTo(1, 3)
  expect(without.oil).toBeNull()
  const strict = await read({ profile: "strict" })
  expect([strict.gold?.source, strict.oil]).toEqual(["kraken PAXG", null])
})

test("on a Sunday futures end on Friday, and the token has current hours", async () => {
  const nowMs = Date.UTC(2026, 10, 22, 12, 7)
  const { gold, oil } = await read({ nowMs })
  const friday = Date.UTC(2026, 10, 20, 22)
  expect([gold, oil].map((held) => held?.value.at(-1)?.atMs)).toEqual([friday, friday])
  const { gold: token } = await read({ nowMs, faults: "yahoo=429" })
  expect(token?.value.at(-1)?.atMs).toBe(Date.UTC(2026, 10, 22, 12))
})
