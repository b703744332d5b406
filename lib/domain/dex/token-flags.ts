import { groupBy } from "@/lib/domain/group-by"
import { MAJOR_TOKENS } from "./major-tokens"
import { type DexToken, keyOf } from "./merge-tokens"
import { symbolLooks } from "./symbol-skeleton"
import type { DexPair, TokenSecurity } from "./token-scan"
import {
  ageHours,
  fdvRatio,
  HIGH_FDV_RATIO,
  isSellSilent,
  LOW_LIQUIDITY_USD,
  MANY_REPORTS,
  SILENT_SELL_BUYS,
  volumeRatio,
  WASH_RATIO,
} from "./token-score"

export const TOKEN_FLAGS = [
  "NO_SELLS",
  "WASH_VOLUME",
  "LOW_LIQUIDITY",
  "FDV_LIQ",
  "NEW_PAIR",
  "PAID_BOOST",
  "REPORTED",
  "HONEYPOT",
  "HIGH_TAX",
  "MINTABLE",
  "FREEZABLE",
  "SELL_LIMITED",
  "TAX_MODIFIABLE",
  "BALANCE_MODIFIABLE",
  "SELF_DESTRUCT",
  "OWNER_RETURNS",
  "CLOSED_SOURCE",
  "LP_UNLOCKED",
  "CONCENTRATED",
  "COPYCAT",
  "NO_LINKS",
] as const

export type FlagCode = (typeof TOKEN_FLAGS)[number]

export type FlagSeverity = "INFO" | "WARN" | "DANGER"

export type TokenFlag = { readonly code: FlagCode; readonly severity: FlagSeverity; readonly evidence: string }

/** No verdict calls a token safe or worth buying. `NOT_CHECKED`: no source has checked the contract. */
export const TOKEN_VERDICTS = ["WATCH", "CAUTION", "AVOID", "NOT_CHECKED"] as const

export type TokenVerdict = (typeof TOKEN_VERDICTS)[number]

/** A token without warnings has the verdict WATCH from this score. */
export const SCORE_TO_WATCH = 50

/** Facts without which a contract cannot be called checked. */
const CHECKS = [
  "openSource",
  "honeypot",
  "buyTaxPct",
  "sellTaxPct",
  "taxModifiable",
  "sellLimited",
  "mintable",
  "freezable",
  "hiddenOwner",
  "ownershipReclaimable",
  "balanceModifiable",
  "selfDestruct",
  "proxy",
  "lpLockedPct",
  "top10Pct",
  "creatorPct",
  "honeypotSameCreator",
] as const satisfies readonly (keyof TokenSecurity)[]

export type SecurityCheck = (typeof CHECKS)[number]

/** The security facts that are unknown. */
export function unknownChecks({ security }: DexToken): readonly SecurityCheck[] {
  return security === null ? CHECKS : CHECKS.filter((check) => security[check] === null)
}

/**
 * Any danger means AVOID. An unchecked contract has no verdict. Unknown facts, warnings and low scores mean CAUTION.
 */
export function tokenVerdictOf(token: DexToken, flags: readonly TokenFlag[], score: number): TokenVerdict {
  if (flags.some(({ severity }) => severity === "DANGER")) return "AVOID"
  const isWarned = flags.some(({ severity }) => severity === "WARN")
  if (token.security === null) return "NOT_CHECKED"
  return isWarned || unknownChecks(token).length > 0 || score < SCORE_TO_WATCH ? "CAUTION" : "WATCH"
}

/**
 * Evidence by token key for tokens that copy another token: a symbol that looks like the one of a deeper token of the same scan
 * and chain, or like a major token without being its official contract. The same symbol on several chains proves nothing,
 * because projects deploy on several chains.
 */
export function findCopycats(tokens: readonly DexToken[]): ReadonlyMap<string, string> {
  const copies = new Map<string, string>()
  for (const group of groupBy(tokens, ({ pair }) => `${pair.chain} ${symbolLooks(pair.symbol)[0]}`)) {
    const original = group.reduce((best, other) =>
      (other.pair.liquidityUsd ?? 0) > (best.pair.liquidityUsd ?? 0) ? other : best,
    )
    for (const { pair } of group) {
      const isShallower = (pair.liquidityUsd ?? 0) < (original.pair.liquidityUsd ?? 0)
      const evidence =
        copyOfMajor(pair) ?? (isShallower ? `looks like the deeper token ${original.pair.address}` : null)
      if (evidence !== null) copies.set(keyOf(pair), evidence)
    }
  }
  return copies
}

const majors: ReadonlySet<string> = new Set(Object.keys(MAJOR_TOKENS))

function copyOfMajor({ chain, address, symbol }: DexPair): string | null {
  const major = symbolLooks(symbol).find((look) => majors.has(look))
  if (major === undefined) return null
  const official = MAJOR_TOKENS[major]?.[chain]
  if (official !== undefined) {
    const isOfficial = keyOf({ chain, address }) === keyOf({ chain, address: official })
    return isOfficial ? null : `looks like ${major}, whose contract on ${chain} is ${official}`
  }
  return symbol.trim().toUpperCase() === major ? null : `looks like ${major} in other letters`
}

/** What a flag of the market says where its value may not be shown. */
const CLASS_EVIDENCE: Partial<Readonly<Record<FlagCode, string>>> = {
  NO_SELLS: `more than ${SILENT_SELL_BUYS} buys and no sell in 24h`,
  WASH_VOLUME: `24h volume is more than ${WASH_RATIO} times the liquidity`,
  LOW_LIQUIDITY: `less than $${LOW_LIQUIDITY_USD} of liquidity, or unknown`,
  FDV_LIQ: `diluted value is more than ${HIGH_FDV_RATIO} times the liquidity`,
  NEW_PAIR: "less than 24h old, or of unknown age",
  PAID_BOOST: "boosts bought: paid advertising",
  REPORTED: `${MANY_REPORTS} reports by users, or more`,
}

/** Flags without the values that they rest on. */
export function withoutValues(flags: readonly TokenFlag[]): readonly TokenFlag[] {
  return flags.map((flag) => ({ ...flag, evidence: CLASS_EVIDENCE[flag.code] ?? flag.evidence }))
}

/** All flags of a token, with their evidence. */
export function flagToken(token: DexToken, copyOf: string | null, nowMs: number): readonly TokenFlag[] {
  return [...marketFlags(token, nowMs), ...securityFlags(token.security), ...copyFlags(copyOf)].toSorted(
    (a, b) => TOKEN_FLAGS.indexOf(a.code) - TOKEN_FLAGS.indexOf(b.code),
  )
}

function marketFlags({ pair, boostAmount }: DexToken, nowMs: number): readonly TokenFlag[] {
  const age = ageHours(pair, nowMs)
  const turnover = volumeRatio(pair) ?? 0
  const fdv = fdvRatio(pair) ?? 0
  const { liquidityUsd, communityReports } = pair
  return [
    when(isSellSilent(pair), "NO_SELLS", "DANGER", `${pair.buysH24} buys and no sell in 24h`),
    when(turnover > WASH_RATIO, "WASH_VOLUME", "WARN", `24h volume is ${turnover.toFixed(0)} times the liquidity`),
    when(
      (liquidityUsd ?? 0) < LOW_LIQUIDITY_USD,
      "LOW_LIQUIDITY",
      "WARN",
      liquidityUsd === null ? "liquidity unknown" : `$${liquidityUsd.toFixed(0)} of liquidity`,
    ),
    when(fdv > HIGH_FDV_RATIO, "FDV_LIQ", "WARN", `diluted value is ${fdv.toFixed(0)} times the liquidity`),
    when(
      age === null || age < 24,
      "NEW_PAIR",
      age === null || age < 1 ? "WARN" : "INFO",
      age === null ? "age unknown" : `${age.toFixed(1)}h old`,
    ),
    when(boostAmount !== null, "PAID_BOOST", "INFO", `${boostAmount} boosts bought: paid advertising`),
    when((communityReports ?? 0) >= MANY_REPORTS, "REPORTED", "WARN", `${communityReports} reports by users`),
    when(
      pair.hasWebsite !== true && pair.hasSocial !== true,
      "NO_LINKS",
      "INFO",
      pair.hasWebsite === false && pair.hasSocial === false
        ? "no website and no social account"
        : "no website or social account is known",
    ),
  ].flat()
}

function securityFlags(security: TokenSecurity | null): readonly TokenFlag[] {
  if (security === null) return []
  const {
    honeypot,
    honeypotSameCreator,
    hiddenOwner,
    ownershipReclaimable,
    buyTaxPct,
    sellTaxPct,
    lpLockedPct,
    top10Pct,
  } = security
  const tax = Math.max(buyTaxPct ?? 0, sellTaxPct ?? 0)
  const by = `says ${security.provider}`
  return [
    when(honeypot === true, "HONEYPOT", "DANGER", `cannot be sold, ${by}`),
    when(honeypot !== true && honeypotSameCreator === true, "HONEYPOT", "DANGER", `creator made honeypots, ${by}`),
    when(tax > 10, "HIGH_TAX", tax > 50 ? "DANGER" : "WARN", `tax of ${tax}%, ${by}`),
    when(security.mintable === true, "MINTABLE", "WARN", `supply can be raised, ${by}`),
    when(security.freezable === true, "FREEZABLE", "WARN", `holdings can be frozen, ${by}`),
    when(security.sellLimited === true, "SELL_LIMITED", "WARN", `a holder cannot sell everything, ${by}`),
    when(security.taxModifiable === true, "TAX_MODIFIABLE", "WARN", `the tax can be raised, ${by}`),
    when(security.balanceModifiable === true, "BALANCE_MODIFIABLE", "DANGER", `balances can be changed, ${by}`),
    when(security.selfDestruct === true, "SELF_DESTRUCT", "DANGER", `the contract can be destroyed, ${by}`),
    when(ownershipReclaimable === true, "OWNER_RETURNS", "WARN", `given up ownership can be taken back, ${by}`),
    when(ownershipReclaimable !== true && hiddenOwner === true, "OWNER_RETURNS", "WARN", `has a hidden owner, ${by}`),
    when(security.openSource === false, "CLOSED_SOURCE", "WARN", `the source code is not public, ${by}`),
    when(lpLockedPct !== null && lpLockedPct < 50, "LP_UNLOCKED", "WARN", `${lpLockedPct}% of liquidity locked, ${by}`),
    when(
      (top10Pct ?? 0) > 50,
      "CONCENTRATED",
      (top10Pct ?? 0) > 80 ? "DANGER" : "WARN",
      `the largest wallets hold ${top10Pct}%, ${by}`,
    ),
  ].flat()
}

function copyFlags(copyOf: string | null): readonly TokenFlag[] {
  return when(copyOf !== null, "COPYCAT", "WARN", copyOf ?? "")
}

function when(applies: boolean, code: FlagCode, severity: FlagSeverity, evidence: string): readonly TokenFlag[] {
  return applies ? [{ code, severity, evidence }] : []
}
