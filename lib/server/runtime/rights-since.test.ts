import { expect, test } from "vitest"
import { openEmbeddedStore } from "@/lib/store/open-store"
import { rightsSince } from "./rights-since"

test("the time of the first start with the present rights is kept until SOURCES or SOURCES_LICENSED change", async () => {
  const store = await openEmbeddedStore(":memory:")
  const since = (profile: "open" | "strict", licensed: readonly string[], nowMs: number) =>
    rightsSince(store, { market: "live", sources: { profile, licensed } }, nowMs)
  expect(await since("open", [], 1_000)).toBe(1_000)
  expect(await since("open", [], 2_000)).toBe(1_000)
  expect(await since("strict", [], 3_000)).toBe(3_000)
  expect(await since("strict", ["yahoo", "cboe"], 4_000)).toBe(4_000)
  expect(await since("strict", ["cboe", "yahoo"], 5_000)).toBe(4_000)
  expect(await since("open", [], 6_000)).toBe(6_000)
})

test("a simulated market has no rights of others", async () => {
  const store = await openEmbeddedStore(":memory:")
  expect(await rightsSince(store, { market: "simulated", sources: { profile: "open", licensed: [] } }, 1_000)).toBe(0)
})
