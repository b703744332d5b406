import type { TokenId, TokenSecurity } from "@/lib/domain/dex/token-scan"
import type { GoPlusFacts } from "./schema"

/** Addresses without a known key: liquidity there is locked for ever. */
const BURN_ADDRESSES: ReadonlySet<string> = new Set([
  "0x0000000000000000000000000000000000000000",
  "0x000000000000000000000000000000000000dead",
])

const TOP_HOLDERS = 10

/** Facts in percent; `null` where GoPlus could not tell. Burned and locked holdings do not count as concentrated. */
export function toSecurity(token: TokenId, facts: GoPlusFacts, checkedAtMs: number): TokenSecurity {
  return {
    ...token,
    provider: "GoPlus",
    checkedAtMs,
    honeypot: facts.is_honeypot ?? null,
    buyTaxPct: percent(facts.buy_tax),
    sellTaxPct: percent(facts.sell_tax),
    mintable: facts.is_mintable ?? null,
    freezable: either(facts.transfer_pausable, facts.is_blacklisted),
    hiddenOwner: facts.hidden_owner ?? null,
    proxy: facts.is_proxy ?? null,
    lpLockedPct: share(facts.lp_holders, (holder) => isLocked(holder)),
    top10Pct: share(facts.holders?.slice(0, TOP_HOLDERS), (holder) => !isLocked(holder)),
    creatorPct: percent(facts.creator_percent),
    honeypotSameCreator: facts.honeypot_with_same_creator ?? null,
  }
}

type Holders = GoPlusFacts["holders"]

function isLocked({ address, is_locked }: NonNullable<Holders>[number]): boolean {
  return is_locked === 1 || BURN_ADDRESSES.has(address.toLowerCase())
}

function share(holders: Holders, counts: (holder: NonNullable<Holders>[number]) => boolean): number | null {
  if (!holders || holders.length === 0) return null
  const ratio = holders.filter(counts).reduce((sum, holder) => sum + holder.percent, 0)
  return round(Math.min(100, ratio * 100))
}

function percent(ratio: number | null | undefined): number | null {
  return ratio == null ? null : round(ratio * 100)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** True if one fact holds, false only if both are known to be false. */
function either(a: boolean | null | undefined, b: boolean | null | undefined): boolean | null {
  if (a === true || b === true) return true
  return a === false && b === false ? false : null
}
