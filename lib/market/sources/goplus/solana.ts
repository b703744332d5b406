import { z } from "zod"
import type { TokenId, TokenSecurity } from "@/lib/domain/dex/token-scan"
import { numStr } from "@/lib/market/sources/wire/num-str"
import { isBurnAccount, isKeeperTag } from "@/lib/market/sources/wire/no-holders"
import { accountsOf, either, type Known, percentOf, shareOf, TOP_HOLDERS } from "./facts"
import { Flag } from "./schema"

/** A power over the token: `"1"` if somebody holds it. */
const Power = z
  .looseObject({ status: Flag })
  .nullish()
  .catch(null)
  .transform((power) => power?.status)

/** A fraction as text; above 1 basis points, as the program itself stores it. */
const FeeRate = z
  .looseObject({ fee_rate: numStr.pipe(z.number().min(0).max(10_000)) })
  .transform(({ fee_rate: rate }) => (rate > 1 ? rate / 10_000 : rate))
/** Documented as a list, answered as an object too. */
const FeeRates = z.union([z.array(FeeRate), FeeRate.transform((rate) => [rate])]).nullish()

const Holder = z.looseObject({
  percent: numStr,
  is_locked: numStr.catch(0),
  account: z.string().catch(""),
  token_account: z.string().catch(""),
  tag: z.string().nullish().catch(null),
})

const Pool = z
  .looseObject({
    id: z.string().catch(""),
    tvl: numStr.catch(0),
    burn_percent: numStr.pipe(z.number().min(0).max(100)).nullish().catch(null),
  })
  .catch({ id: "", tvl: 0, burn_percent: null })

/**
 * Facts about one Solana token. Percentages of holders are fractions as text, `burn_percent` of a pool is percent. `transfer_fee` is
 * an empty object without the extension that charges one. The documentation names `none_transferable`, answers `non_transferable`.
 *
 * @see https://docs.gopluslabs.io/reference/solanatokensecurityusingget
 */
export const SolanaFacts = z.looseObject({
  mintable: Power,
  freezable: Power,
  closable: Power,
  balance_mutable_authority: Power,
  transfer_fee_upgradable: Power,
  default_account_state_upgradable: Power,
  transfer_hook: z.array(z.unknown()).nullish().catch(null),
  transfer_fee: z.looseObject({ current_fee_rate: FeeRates, scheduled_fee_rate: FeeRates }).nullish().catch(null),
  /** `"1"`: accounts can trade from the start. `"2"`: they are frozen. */
  default_account_state: z.string().nullish().catch(null),
  non_transferable: Flag,
  none_transferable: Flag,
  creators: z
    .array(z.looseObject({ address: z.string().catch(""), malicious_address: numStr.catch(0) }))
    .nullish()
    .catch(null),
  dex: z.array(Pool).nullish().catch(null),
  holders: z.array(Holder).max(200).nullish().catch(null),
})

type SolanaFacts = z.output<typeof SolanaFacts>
type Holder = z.output<typeof Holder>

/** Accounts that own the vaults of all pools of a DEX: two of Raydium, one of Meteora. Other programs use the pool's own address. */
const POOL_AUTHORITIES: ReadonlySet<string> = new Set([
  "5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1",
  "GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL",
  "HLnpSz9h2S4hiLQ43rnSD9XkcUThA7B8hQMKmDaiTLcC",
])

const POOL_TAG = /\b(?:pool|amm|raydium|orca|meteora|pump|vault)/i

/**
 * Facts in percent; `null` where GoPlus could not tell. All tokens share one audited program, so a hidden owner, a proxy and an
 * owner who returns do not exist. A token cannot be sold if transfers are off or accounts begin frozen; a program that runs on
 * every transfer may forbid it, which is then unknown.
 */
export function toSolanaSecurity(token: TokenId, facts: SolanaFacts, { checkedAtMs, pools }: Known): TokenSecurity {
  const known = accountsOf([...pools, ...(facts.dex ?? []).map(({ id }) => id)])
  const isBlocked = either(facts.non_transferable ?? facts.none_transferable, isFrozenFromStart(facts))
  const hasHook = facts.transfer_hook == null ? null : facts.transfer_hook.length > 0
  const feePct = feePctOf(facts)
  return {
    ...token,
    provider: "GoPlus",
    checkedAtMs,
    openSource: true,
    honeypot: isBlocked === false && hasHook !== false ? null : isBlocked,
    buyTaxPct: feePct,
    sellTaxPct: feePct,
    taxModifiable: facts.transfer_fee_upgradable ?? null,
    sellLimited: hasHook === false ? false : null,
    mintable: facts.mintable ?? null,
    freezable: either(facts.freezable, facts.default_account_state_upgradable),
    hiddenOwner: false,
    ownershipReclaimable: false,
    balanceModifiable: facts.balance_mutable_authority ?? null,
    selfDestruct: facts.closable ?? null,
    proxy: false,
    lpLockedPct: burnedPctOf(facts),
    top10Pct: shareOf(facts.holders, (holder) => isWallet(holder, known), TOP_HOLDERS),
    creatorPct: creatorPctOf(facts),
    honeypotSameCreator: facts.creators?.length ? facts.creators.some(isMalicious) : null,
  }
}

function isMalicious({ malicious_address }: { readonly malicious_address: number }): boolean {
  return malicious_address === 1
}

function isFrozenFromStart({ default_account_state: state }: SolanaFacts): boolean | null {
  return state == null ? null : state === "2"
}

/** The highest of the fee that applies and those that are announced. */
function feePctOf({ transfer_fee: fee }: SolanaFacts): number | null {
  if (fee == null) return null
  return percentOf(Math.max(0, ...(fee.current_fee_rate ?? []), ...(fee.scheduled_fee_rate ?? [])))
}

/** Of the deepest pool. Liquidity of concentrated pools is not a token, so nothing of it can be burned. */
function burnedPctOf({ dex }: SolanaFacts): number | null {
  const [deepest] = dex?.toSorted((a, b) => b.tvl - a.tvl) ?? []
  return deepest?.burn_percent ?? null
}

function isWallet({ account, token_account, is_locked, tag }: Holder, pools: ReadonlySet<string>): boolean {
  const isPool = POOL_AUTHORITIES.has(account) || pools.has(account) || pools.has(token_account)
  return !isPool && is_locked !== 1 && !isBurnAccount(account) && !isKeeperTag(tag) && !POOL_TAG.test(tag ?? "")
}

/** Known only if a creator is among the largest holders. */
function creatorPctOf({ creators, holders }: SolanaFacts): number | null {
  const own = holders?.filter(({ account }) => creators?.some(({ address }) => address === account)) ?? []
  return own.length === 0 ? null : shareOf(own, () => true)
}
