import { expect, test } from "vitest"
import { nowMs, pair, scan, security } from "@/tools/testing/domain/dex/tokens"
import type { DexPair, TokenScan, TokenSecurity } from "@/lib/domain/dex/token-scan"
import { testSha256 } from "@/tools/testing/record/sealed-store"
import { dexDecision } from "./version"
import { advanceVersions, type ResourceVersion } from "@/lib/usecases/resource-versions"

const names = Array.from({ length: 25 }, (_, index) => `t${String(index).padStart(2, "0")}`)

const liquidityOf = (index: number) => 40_000 * 1.15 ** (25 - index)

/** Tokens whose liquidity, and so their score, falls with the index. */
function market(rest: {
  readonly pairs?: Readonly<Record<string, Partial<DexPair>>>
  readonly checks?: Readonly<Record<string, Partial<TokenSecurity>>>
}): TokenScan {
  const { pairs = {}, checks = {} } = rest
  return scan(
    names.map((name, index) => {
      const liquidityUsd = liquidityOf(index)
      return pair(name, { liquidityUsd, volumeH24Usd: 1.5 * liquidityUsd, fdvUsd: 10 * liquidityUsd, ...pairs[name] })
    }),
    { security: names.map((name) => security(name, checks[name])) },
  )
}

/** Versions of a list of scans, one a minute. */
function versionsOf(scans: readonly TokenScan[]): readonly (number | undefined)[] {
  let held: readonly ResourceVersion[] = []
  return scans.map((one, minute) => {
    const at = { nowMs: nowMs + 60_000 * minute, nonce: () => String(minute), sha256: testSha256 }
    const decision = { path: "/dex/alpha", dataAsOfMs: minute, ...dexDecision(one, at.nowMs) }
    held = advanceVersions(held, [decision], at)
    // As in the store.
    held = JSON.parse(JSON.stringify(held))
    return held[0]?.version
  })
}

const calm = market({})

test("trades that move scores a little make no new version", () => {
  const ticked = market({
    pairs: {
      t03: { volumeH24Usd: 1.52 * liquidityOf(3), priceUsd: 1.01 },
      t08: { liquidityUsd: 1.01 * liquidityOf(8) },
    },
  })
  expect(versionsOf([calm, ticked, calm])).toEqual([1, 1, 1])
})

test("a danger is a new version with the next scan, a minute after the last one", () => {
  const honeypot = market({ checks: { t05: { honeypot: true } } })
  const taxed = market({ checks: { t05: { honeypot: true }, t02: { sellTaxPct: 60 } } })
  expect(versionsOf([calm, honeypot, honeypot, taxed, calm])).toEqual([1, 2, 2, 3, 4])
})

test("a warning that becomes a danger is a new version", () => {
  const [warned, dangerous] = [20, 60].map((sellTaxPct) => market({ checks: { t04: { sellTaxPct } } }))
  expect(versionsOf([warned, dangerous].flatMap((one) => one ?? []))).toEqual([1, 2])
})

test("a token that leads, leaves or enters beyond the dead band is a new version", () => {
  const leader = market({ pairs: { t19: { liquidityUsd: 9e6, volumeH24Usd: 13e6, fdvUsd: 9e7 } } })
  expect(versionsOf([calm, leader])).toEqual([1, 2])
  const gone = { ...calm, pairs: calm.pairs.filter(({ address }) => address !== "t00") }
  expect(versionsOf([calm, gone])).toEqual([1, 2])
  const entered = market({ pairs: { t24: { liquidityUsd: 9e6, volumeH24Usd: 13e6, fdvUsd: 9e7 } } })
  expect(versionsOf([calm, entered])).toEqual([1, 2])
})

test("a version that was stored before decisions were kept is replaced", () => {
  const old = advanceVersions([], [{ path: "/dex/alpha", decision: "x", dataAsOfMs: 0 }], {
    nowMs,
    nonce: () => "0",
    sha256: testSha256,
  })
  const next = { path: "/dex/alpha", dataAsOfMs: 1, ...dexDecision(calm, nowMs) }
  expect(advanceVersions(old, [next], { nowMs, nonce: () => "1", sha256: testSha256 })[0]?.version).toBe(2)
})
