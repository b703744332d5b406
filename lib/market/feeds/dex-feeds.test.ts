import { describe, expect, test } from "vitest"
import { dexAlphaContract } from "@/lib/endpoints/dex-alpha/contract"
import { DataUnavailableError } from "@/lib/domain/errors"
import { createSandboxFeedPorts } from "@/tools/testing/feeds/sandbox"
import { getDexAlpha } from "@/lib/endpoints/dex-alpha/answer"
import { createDexFeeds } from "./dex-feeds"

const NOW_MS = Date.UTC(2026, 10, 20, 17, 7)
const MINUTE_MS = 60_000

async function open(faults = "") {
  const { ports, time, faults: now } = await createSandboxFeedPorts({ nowMs: NOW_MS, faults })
  const { tokens } = createDexFeeds(ports)
  const ask = async (params: Readonly<Record<string, string>> = {}) =>
    dexAlphaContract.response.parse(
      await getDexAlpha(dexAlphaContract.queryParams.parse(params), {
        tokens,
        mode: "sandbox",
        nowMs: time.clock(),
      }),
    )
  return { ask, tokens, time, faults: now }
}

describe("DEX tokens on the simulated market", () => {
  test("boosted and trending tokens are scored and listed best first", async () => {
    const { ask } = await open()
    const { tokens, counts, meta } = await ask({ limit: "20" })
    expect(counts.boosted_seen).toBeGreaterThan(10)
    expect(counts.trending_seen).toBeGreaterThan(10)
    expect(tokens.length).toBeGreaterThan(5)
    expect(tokens.map(({ score }) => score)).toEqual(tokens.map(({ score }) => score).toSorted((a, b) => b - a))
    expect(tokens[0]?.score).toBeGreaterThan(40)
    expect(meta.degraded).toEqual([])
  })

  test("tokens of EVM chains and Solana are checked, and their pools do not count as concentrated holdings", async () => {
    const { ask } = await open()
    const { tokens: best, meta } = await ask({ limit: "50", min_liquidity_usd: "0" })
    const tokens = [...best, ...(await ask({ limit: "50", min_liquidity_usd: "0", verdict: "AVOID" })).tokens]
    const verdicts = new Set(tokens.map(({ verdict }) => verdict))
    expect([verdicts.has("WATCH"), verdicts.has("AVOID")]).toEqual([true, true])
    const checked = tokens.filter(({ security }) => security.provider === "GoPlus")
    expect(new Set(checked.map(({ chain }) => chain))).toEqual(new Set(tokens.map(({ chain }) => chain)))
    // The pool holds 30%, eight wallets 2% each, and on Solana the creator 1%; of a rug pull 40%.
    expect(new Set(checked.map(({ security }) => security.top10_pct))).toEqual(new Set([16, 17, 56]))
    const traps = tokens.filter(({ security }) => security.honeypot === true)
    expect(traps.every(({ verdict }) => verdict === "AVOID")).toBe(true)
    expect(meta.degraded.join(" ")).not.toContain("boosts")
  })

  test("without contract scanners no token is WATCH, and the answer reports it", async () => {
    const { tokens, meta } = await (await open("goplus=down,honeypot-is=down,rugcheck=down")).ask({ limit: "50" })
    expect(new Set(tokens.map(({ verdict }) => verdict)).has("WATCH")).toBe(false)
    expect(meta.degraded.join(" ")).toContain("NOT_CHECKED")
  })

  test("the chain parameter selects only tokens of that chain", async () => {
    const { tokens } = await (await open()).ask({ chain: "solana" })
    expect(new Set(tokens.map(({ chain }) => chain))).toEqual(new Set(["solana"]))
  })

  test.each([
    ["dexscreener=down", "The list of boosts cannot be read: paid advertising may go unmarked."],
    ["geckoterminal=429", "The list of trending tokens cannot be read."],
  ])("with %s the remaining tokens are delivered, and the missing list is named", async (faults, words) => {
    const { tokens, meta } = await (await open(faults)).ask()
    expect(tokens.length).toBeGreaterThan(0)
    expect(meta.degraded).toContain(words)
  })

  test("without both lists /dex/alpha is unavailable, and the last scan is sold for 15 minutes", async () => {
    await expect((await open("dexscreener=down,geckoterminal=500")).ask()).rejects.toThrow(DataUnavailableError)
    const { ask, time, faults } = await open()
    await ask()
    for (const name of ["dexscreener", "geckoterminal"] as const) faults.set(name, { kind: "down" })
    time.advance(14 * MINUTE_MS)
    expect((await ask()).tokens.length).toBeGreaterThan(0)
    time.advance(2 * MINUTE_MS)
    await expect(ask()).rejects.toThrow(DataUnavailableError)
  })
})
