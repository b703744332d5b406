import { readdirSync } from "node:fs"
import { expect, test } from "vitest"
import { createSandboxFeedPorts } from "@/lib/testing/feed-sandbox"
import { probes } from "./probe-list"

const NOW_MS = Date.UTC(2026, 10, 20, 17, 7)

test("every probe finds a usable answer in the simulated market", async () => {
  const { ports } = await createSandboxFeedPorts({ nowMs: NOW_MS })
  for (const probe of probes({ ...ports, keys: { ...ports.keys, sosovalue: "a-key-of-ours" } })) {
    const { rows, droppedRows } = await probe.run()
    expect(rows, `${probe.provider}: ${probe.what}`).toBeGreaterThan(0)
    expect(droppedRows, `${probe.provider}: ${probe.what}`).toBe(0)
  }
})

test("a provider with a key is asked only where there is one", async () => {
  const { ports } = await createSandboxFeedPorts({ nowMs: NOW_MS })
  const without = probes(ports).map(({ provider }) => provider)
  const withKeys = probes({ ...ports, keys: { ...ports.keys, sosovalue: "a-key-of-ours" } })
  expect(without).not.toContain("sosovalue")
  expect(withKeys.map(({ provider }) => provider)).toContain("sosovalue")
})

test("every provider that has a folder is asked", async () => {
  const { ports } = await createSandboxFeedPorts({ nowMs: NOW_MS })
  const keys = { sosovalue: "k", fred: "k", coingecko: "k" }
  const asked = new Set(probes({ ...ports, keys }).map(({ provider }) => provider.replace(".", "-")))
  const shared = new Set(["http", "probes", "wire"])
  const folders = readdirSync("lib/sources").filter((name) => !shared.has(name))
  const missing = folders.filter((name) => !asked.has(name) && !(name === "rss" && asked.has("bbc")))
  expect(missing).toEqual([])
})
