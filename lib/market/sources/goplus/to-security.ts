import type { TokenId, TokenSecurity } from "@/lib/domain/dex/token-scan"
import { isBurnAccount, isKeeperTag } from "@/lib/market/sources/wire/no-holders"
import { accountsOf, either, type Known, percentOf, shareOf, TOP_HOLDERS } from "./facts"
import type { GoPlusFacts } from "./schema"

/**
 * Facts in percent; `null` where GoPlus could not tell. Pools, lockers and burn addresses are not holders: nobody can sell from
 * them.
 */
export function toSecurity(token: TokenId, facts: GoPlusFacts, { checkedAtMs, pools: known }: Known): TokenSecurity {
  const listed = facts.dex?.flatMap(({ pair, pool_manager }) => [pair, pool_manager ?? ""]) ?? []
  const pools = accountsOf([...listed, ...known].map(lower))
  const isLocked = (holder: Holder) => isLockedAt(holder, checkedAtMs)
  const isWallet = (holder: Holder) => !isLocked(holder) && !pools.has(lower(holder.address))
  return {
    ...token,
    provider: "GoPlus",
    checkedAtMs,
    openSource: facts.is_open_source ?? null,
    honeypot: facts.is_honeypot ?? null,
    buyTaxPct: percentOf(facts.buy_tax),
    sellTaxPct: percentOf(facts.sell_tax),
    taxModifiable: facts.personal_slippage_modifiable === true ? true : (facts.slippage_modifiable ?? null),
    sellLimited: facts.cannot_sell_all ?? null,
    mintable: isRenounced(facts) ? false : (facts.is_mintable ?? null),
    freezable: either(facts.transfer_pausable, facts.is_blacklisted),
    hiddenOwner: facts.hidden_owner ?? null,
    ownershipReclaimable: facts.can_take_back_ownership ?? null,
    balanceModifiable: facts.owner_change_balance ?? null,
    selfDestruct: facts.selfdestruct ?? null,
    proxy: facts.is_proxy ?? null,
    lpLockedPct: shareOf(facts.lp_holders, isLocked),
    top10Pct: shareOf(facts.holders, isWallet, TOP_HOLDERS),
    creatorPct: percentOf(facts.creator_percent),
    honeypotSameCreator: facts.honeypot_with_same_creator ?? null,
  }
}

type Holder = NonNullable<GoPlusFacts["holders"]>[number]

/** A lock whose dates are all past holds nothing any more, wherever the tokens are. */
function isLockedAt({ address, is_locked, tag, locked_detail: locks }: Holder, nowMs: number): boolean {
  if (isBurnAccount(address)) return true
  if (locks?.length && locks.every(({ end_time }) => Date.parse(end_time) <= nowMs)) return false
  return is_locked === 1 || isKeeperTag(tag)
}

/** Nobody can use the powers of an owner, now or later. Without an address the owner is unknown. */
function isRenounced({ owner_address, hidden_owner, can_take_back_ownership }: GoPlusFacts): boolean {
  if (owner_address == null || hidden_owner === true || can_take_back_ownership === true) return false
  return owner_address === "" || isBurnAccount(owner_address)
}

function lower(address: string): string {
  return address.toLowerCase()
}
