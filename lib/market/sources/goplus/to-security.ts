import type { TokenId, TokenSecurity } from "@/lib/domain/dex/token-scan"
import { accountsOf, either, type Known, percentOf, shareOf, TOP_HOLDERS } from "./facts"
import type { GoPlusFacts } from "./schema"

/** Addresses without a known key: what they hold is out of the market for ever. */
const BURN_ADDRESSES: ReadonlySet<string> = new Set([
  "0x0000000000000000000000000000000000000000",
  "0x0000000000000000000000000000000000000001",
  "0x000000000000000000000000000000000000dead",
])

/** Tags of contracts that hold tokens until a date, where GoPlus does not mark the holding as locked. */
const LOCKER_TAG = /(?<!b)lock|uncx|unicrypt|team ?finance|burn|null address|\bdead\b/i

/**
 * Facts in percent; `null` where GoPlus could not tell. Pools, lockers and burn addresses are not holders: nobody can sell from
 * them.
 */
export function toSecurity(token: TokenId, facts: GoPlusFacts, { checkedAtMs, pools: known }: Known): TokenSecurity {
  const listed = facts.dex?.flatMap(({ pair, pool_manager }) => [pair, pool_manager ?? ""]) ?? []
  const pools = accountsOf([...listed, ...known].map(lower))
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

function isLocked({ address, is_locked, tag }: Holder): boolean {
  return is_locked === 1 || BURN_ADDRESSES.has(lower(address)) || LOCKER_TAG.test(tag ?? "")
}

/** Nobody can use the powers of an owner, now or later. Without an address the owner is unknown. */
function isRenounced({ owner_address, hidden_owner, can_take_back_ownership }: GoPlusFacts): boolean {
  if (owner_address == null || hidden_owner === true || can_take_back_ownership === true) return false
  return owner_address === "" || BURN_ADDRESSES.has(lower(owner_address))
}

function lower(address: string): string {
  return address.toLowerCase()
}
