import { readdirSync } from "node:fs"
import { expect, test } from "vitest"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { PROVIDERS } from "@/lib/sandbox/market/providers"
import { createSandboxFeedPorts } from "@/tools/testing/feeds/sandbox"
import type { LicenseClass } from "@/lib/market/sources/wire/license-class"
import { runProbes } from "./run-probes"
import { exitCodeOf } from "./unsold-endpoints"
import { probe, type ProbeResult } from "./probe"
import { probes } from "./probe-list"

/** A hundred simulated answers take long on a busy machine. */
const SLOW_MS = 90_000
const NOW_MS = Date.UTC(2026, 10, 20, 17, 7)
const keys = { sosovalue: "a-key-of-ours", fred: "another", coingecko: "a-third" }

test(
  "every probe finds a usable answer in the simulated market",
  async () => {
    const { ports } = await createSandboxFeedPorts({ nowMs: NOW_MS })
    for (const { probe, outcome } of runProbes(probes({ ...ports, keys }), {
      clock: ports.clock,
      rights: { profile: "open" },
    })) {
      expect(await outcome, `${probe.provider}: ${probe.what}`).toMatchObject({ isUsable: true, says: "" })
    }
  },
  SLOW_MS,
)

test(
  "every probe of a provider with another answer shape is unusable",
  async () => {
    for (const name of PROVIDERS) {
      const { ports } = await createSandboxFeedPorts({ nowMs: NOW_MS, faults: `${name}=drift` })
      const own = probes({ ...ports, keys }).filter(({ provider }) => provider.replace(".", "-") === name)
      expect(own, name).not.toEqual([])
      for (const { probe, outcome } of runProbes(own, { clock: ports.clock, rights: { profile: "open" } })) {
        expect(await outcome, `${name}: ${probe.what}`).toMatchObject({ isUsable: false })
      }
    }
  },
  SLOW_MS,
)

const ANSWER = { rows: 20, droppedRows: 0, asOfMs: NOW_MS - HOUR_MS }

async function endsWith(answer: ProbeResult, { license = "attribution", profile = "open" }: Partial<Asked> = {}) {
  const source = { name: "somebody", license } as const
  const asked = probe(source, "days", async () => answer, { minRows: 10, maxAgeMs: DAY_MS })
  const [run] = runProbes([asked], { clock: () => NOW_MS, rights: { profile } })
  const outcome = (await run?.outcome) ?? null
  return { code: exitCodeOf([{ probe: asked, outcome }], NOW_MS), says: outcome?.says }
}

type Asked = { readonly license: LicenseClass; readonly profile: "open" | "strict" }

test("an answer that is stale, too short or dated ahead exits with 1, as the feeds refuse it", async () => {
  expect(await endsWith(ANSWER)).toEqual({ code: 0, says: "" })
  expect(await endsWith({ ...ANSWER, rows: 9 })).toEqual({ code: 1, says: "fewer than 10 rows" })
  expect(await endsWith({ ...ANSWER, asOfMs: NOW_MS - 113 * DAY_MS })).toMatchObject({ code: 1 })
  expect(await endsWith({ ...ANSWER, asOfMs: NOW_MS + 2 * DAY_MS })).toMatchObject({ code: 1 })
})

test("an answer without a required part exits with 1 and names the part", async () => {
  expect(await endsWith({ ...ANSWER, missing: "no pools of Base" })).toEqual({ code: 1, says: "no pools of Base" })
})

test("with --strict, providers that the strict profile does not read are not asked", async () => {
  const old = { ...ANSWER, asOfMs: 0 }
  expect(await endsWith(old, { license: "evaluation", profile: "strict" })).toEqual({ code: 0, says: undefined })
  expect(await endsWith(old, { license: "evaluation" })).toMatchObject({ code: 1 })
  expect(await endsWith(old, { license: "derived", profile: "strict" })).toMatchObject({ code: 1 })
})

test("a provider that needs a key is asked only with a key", async () => {
  const { ports } = await createSandboxFeedPorts({ nowMs: NOW_MS })
  const without = probes(ports).map(({ provider }) => provider)
  const withKeys = probes({ ...ports, keys: { ...ports.keys, sosovalue: "a-key-of-ours" } })
  expect(without).not.toContain("sosovalue")
  expect(withKeys.map(({ provider }) => provider)).toContain("sosovalue")
})

test("every provider in lib/market/sources has a probe", async () => {
  const { ports } = await createSandboxFeedPorts({ nowMs: NOW_MS })
  const asked = new Set(probes({ ...ports, keys }).map(({ provider }) => provider.replace(".", "-")))
  const shared = new Set(["wire"])
  const folders = readdirSync("lib/market/sources").filter((name) => !shared.has(name))
  const missing = folders.filter((name) => !asked.has(name) && !(name === "rss" && asked.has("bbc")))
  expect(missing).toEqual([])
})
