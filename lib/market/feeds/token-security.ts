import { isOver } from "@/lib/domain/clock"
import { groupBy } from "@/lib/domain/group-by"
import { keyOf } from "@/lib/domain/dex/merge-tokens"
import type { DexPair, TokenSecurity } from "@/lib/domain/dex/token-scan"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { nullOnSourceError } from "@/lib/outbound/errors"
import { createGoPlusSource } from "@/lib/market/sources/goplus/client"
import { createHoneypotSource, HONEYPOT_CHAINS } from "@/lib/market/sources/honeypot-is/client"
import { createRugCheckSource } from "@/lib/market/sources/rugcheck/client"
import { type FeedPorts, permitted } from "./feed-ports"

/** A check is repeated after this time: owners can change taxes. */
const CHECK_AGE_MS = 2 * HOUR_MS
/** A check without a newer one is dropped after this time. */
const MAX_CHECK_AGE_MS = 12 * HOUR_MS
/** honeypot.is and RugCheck cost one request a token, so they check only some tokens that GoPlus does not know. */
const MAX_SINGLE_CHECKS = 5

/** `isWhole` is false if checks that are due could not be read. */
export type SecurityChecks = { readonly checks: readonly TokenSecurity[]; readonly isWhole: boolean }

/**
 * Reads security facts of tokens: GoPlus for all, honeypot.is (EVM) and RugCheck (Solana) for some that GoPlus does not know.
 * Earlier checks are kept, so that a scan checks only new tokens.
 */
export function createSecurityReader(ports: Pick<FeedPorts, "http" | "clock" | "profile" | "licensed">) {
  const [goPlus] = permitted(ports, [createGoPlusSource(ports)])
  const [honeypot] = permitted(ports, [createHoneypotSource(ports)])
  const [rugCheck] = permitted(ports, [createRugCheckSource(ports)])
  const single = (chain: string) => (chain in HONEYPOT_CHAINS ? honeypot : chain === "solana" ? rugCheck : undefined)
  return async (pairs: readonly DexPair[], previous: readonly TokenSecurity[]): Promise<SecurityChecks> => {
    const nowMs = ports.clock()
    const tokens = new Map(pairs.map((pair) => [keyOf(pair), { chain: pair.chain, address: pair.address }]))
    const checks = new Map<string, TokenSecurity>()
    const isOlder = (sinceMs: number, lengthMs: number) => isOver({ sinceMs, lengthMs, nowMs })
    for (const check of previous) {
      if (tokens.has(keyOf(check)) && !isOlder(check.checkedAtMs, MAX_CHECK_AGE_MS)) checks.set(keyOf(check), check)
    }
    const isDue = (key: string) => isOlder(checks.get(key)?.checkedAtMs ?? Number.NEGATIVE_INFINITY, CHECK_AGE_MS)
    const due = [...tokens].filter(([key]) => isDue(key)).map(([, token]) => token)
    const pools = new Map(
      groupBy(pairs, keyOf).map((own) => [keyOf(own[0]), own.map(({ pairAddress }) => pairAddress)]),
    )
    const answer = (await goPlus?.security(due, (token) => pools.get(keyOf(token)) ?? [])) ?? {
      checks: [],
      isWhole: false,
    }
    for (const check of answer.checks) checks.set(keyOf(check), check)
    const left = due.filter((token) => !checks.has(keyOf(token)) && single(token.chain) !== undefined)
    for (const token of left.slice(0, MAX_SINGLE_CHECKS)) {
      const check = await single(token.chain)?.security(token).catch(nullOnSourceError)
      if (check) checks.set(keyOf(check), check)
    }
    return { checks: [...checks.values()], isWhole: answer.isWhole }
  }
}
