import { DEX_METHOD_VERSION, scanTokens } from "@/lib/domain/dex/scan-tokens"
import type { TokenScan } from "@/lib/domain/dex/token-scan"
import { HOUR_MS } from "@/lib/domain/utc-day"

/** Tokens at the top of the list that make a version. */
const TOP_TOKENS = 20

/** Scores and ranks move with every trade, so the list has at most one version in this time: twelve a day. */
export const DEX_MIN_INTERVAL_MS = 2 * HOUR_MS

/** The facts that make a new version of the scan: the top tokens, their verdicts and their dangers, in any order. */
export function dexDecision(scan: TokenScan, nowMs: number): unknown {
  const { tokens } = scanTokens(scan, NO_FILTER, nowMs)
  const top = tokens.slice(0, TOP_TOKENS).map(({ pair, verdict, flags }) => ({
    token: `${pair.chain} ${pair.address}`,
    verdict,
    dangers: flags.filter(({ severity }) => severity === "DANGER").map(({ code }) => code),
  }))
  return { method: DEX_METHOD_VERSION, tokens: top.toSorted((a, b) => (a.token < b.token ? -1 : 1)) }
}

const NO_FILTER = {
  chain: null,
  minLiquidityUsd: 0,
  minAgeHours: null,
  maxAgeHours: null,
  includeBoosted: true,
  excludeFlags: [],
  verdict: null,
} as const
