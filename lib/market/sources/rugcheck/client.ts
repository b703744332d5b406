import { z } from "zod"
import type { Clock } from "@/lib/domain/clock"
import type { TokenId, TokenSecurity } from "@/lib/domain/dex/token-scan"
import type { SourceClient } from "@/lib/outbound/source-client"
import { isBurnAccount } from "@/lib/market/sources/wire/no-holders"
import { licenseOf } from "@/lib/market/sources/wire/rights"

const HOST = "api.rugcheck.xyz"
const TOP_HOLDERS = 10

const Amount = z.number().min(0).nullish().catch(null)
const Authority = z.string().nullable()
const Account = z.string().nullish().catch(null)

/**
 * `pct` is percent. Known accounts say which owners are pools (`AMM`) and lockers (`LOCKER`); `lockers` lists the locks by account. `liquidityA` and `liquidityB` are the token
 * accounts of a pool, which some programs own in its place.
 */
export const RugCheckReport = z.looseObject({
  mint: z.string(),
  token: z.looseObject({ mintAuthority: Authority, freezeAuthority: Authority, supply: Amount }).nullish(),
  creatorBalance: Amount,
  topHolders: z.array(z.looseObject({ pct: z.number().min(0), owner: z.string(), address: z.string() })).nullish(),
  markets: z
    .array(
      z.looseObject({
        pubkey: z.string(),
        liquidityA: Account,
        liquidityB: Account,
        lp: z.looseObject({ lpLockedPct: Amount, baseUSD: Amount, quoteUSD: Amount }).nullish(),
      }),
    )
    .nullish(),
  knownAccounts: z.record(z.string(), z.looseObject({ type: z.string() })).nullish(),
  lockers: z
    .record(z.string(), z.looseObject({ owner: Account, tokenAccount: Account }))
    .nullish()
    .catch(null),
  lockerOwners: z.record(z.string(), z.unknown()).nullish().catch(null),
  transferFee: z.looseObject({ pct: Amount }).nullish(),
})

type Report = z.output<typeof RugCheckReport>

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * Reports on Solana tokens, one request a token. Free without a key. It knows fewer facts than GoPlus.
 *
 * @see https://api.rugcheck.xyz/swagger/index.html
 */
export function createRugCheckSource({ http, clock }: Ports) {
  return {
    name: "rugcheck" as const,
    license: licenseOf("rugcheck"),
    /** `null` on other chains than Solana. */
    async security(token: TokenId): Promise<TokenSecurity | null> {
      if (token.chain !== "solana") return null
      const url = `https://${HOST}/v1/tokens/${encodeURIComponent(token.address)}/report`
      return toSecurity(token, await http.getJson(url, { schema: RugCheckReport }), clock())
    },
  }
}

/** Facts that do not exist on Solana are false, as GoPlus's adapter has them. */
function toSecurity(token: TokenId, report: Report, checkedAtMs: number): TokenSecurity {
  const { token: mint, creatorBalance, transferFee } = report
  const feePct = transferFee?.pct ?? null
  return {
    ...token,
    provider: "RugCheck",
    checkedAtMs,
    openSource: true,
    honeypot: null,
    buyTaxPct: feePct,
    sellTaxPct: feePct,
    taxModifiable: null,
    sellLimited: null,
    mintable: mint ? mint.mintAuthority !== null : null,
    freezable: mint ? mint.freezeAuthority !== null : null,
    hiddenOwner: false,
    ownershipReclaimable: false,
    balanceModifiable: null,
    selfDestruct: null,
    proxy: false,
    lpLockedPct: lockedPctOf(report),
    top10Pct: top10PctOf(report),
    creatorPct: creatorBalance != null && mint?.supply ? round((creatorBalance / mint.supply) * 100) : null,
    honeypotSameCreator: null,
  }
}

/** Of the deepest market. */
function lockedPctOf({ markets }: Report): number | null {
  const [deepest] = markets?.map(({ lp }) => lp).toSorted((a, b) => depthOf(b) - depthOf(a)) ?? []
  return deepest?.lpLockedPct ?? null
}

function depthOf(lp: NonNullable<Report["markets"]>[number]["lp"]): number {
  return (lp?.baseUSD ?? 0) + (lp?.quoteUSD ?? 0)
}

/** Pools, lockers and burned tokens are not holders. */
function top10PctOf({ topHolders, markets, knownAccounts, lockers, lockerOwners }: Report): number | null {
  if (!topHolders?.length) return null
  const others = new Set<unknown>([
    ...(markets ?? []).flatMap(({ pubkey, liquidityA, liquidityB }) => [pubkey, liquidityA, liquidityB]),
    ...Object.entries(lockers ?? {}).flatMap(([account, { owner, tokenAccount }]) => [account, owner, tokenAccount]),
    ...Object.keys(lockerOwners ?? {}),
  ])
  const isWallet = (account: string) =>
    !others.has(account) && !isBurnAccount(account) && !["AMM", "LOCKER"].includes(knownAccounts?.[account]?.type ?? "")
  const wallets = topHolders
    .filter(({ owner, address }) => isWallet(owner) && isWallet(address))
    .toSorted((a, b) => b.pct - a.pct)
    .slice(0, TOP_HOLDERS)
  return round(
    Math.min(
      100,
      wallets.reduce((sum, { pct }) => sum + pct, 0),
    ),
  )
}

function round(pct: number): number {
  return Math.round(pct * 100) / 100
}
