import { count, fullUsd, pct, usd } from "@/components/ui/format"
import type { ResponseOf } from "@/lib/api/contract"
import type { defiRecommendContract } from "@/lib/endpoints/defi-recommend/contract"

type Advice = ResponseOf<typeof defiRecommendContract>
type Fact = readonly [name: string, value: string]

const lossWords = { none: "none", known_legs: "of known assets only", any: "any" } as const

/** The limits of the profile. */
export function limitsOf({ constraints: limits }: Pick<Advice, "constraints">): readonly Fact[] {
  return [
    ["In one protocol, at most", pct(limits.max_protocol_pct, 0)],
    ["On one chain, at most", pct(limits.max_chain_pct, 0)],
    ["Of a pool's own size, at most", pct(limits.max_size_vs_tvl_pct, 0)],
    ["Locked in a pool, at least", usd(limits.min_tvl_usd)],
    ["History, at least", `${count(limits.min_history_days)} days`],
    ["Yield, at most", pct(limits.max_apy, 0)],
    ["Paid in rewards, at most", limits.max_reward_share_pct === null ? "any" : pct(limits.max_reward_share_pct, 0)],
    ["Impermanent loss", lossWords[limits.il_allowed]],
    [
      "Age of the protocol, at least",
      limits.min_protocol_age_days === null ? "any" : `${count(limits.min_protocol_age_days)} days`,
    ],
    ["Without an exploit for", `${count(limits.hack_free_days)} days`],
  ]
}

/** Diversification of the allocation, and the yields of other profiles. */
export function spreadOf({ portfolio, comparison, eligible }: Advice): readonly Fact[] {
  const { projects, chains, max_project_pct, max_chain_pct } = portfolio.diversification
  return [
    ["Pools that meet every limit", count(eligible)],
    ["Protocols", `${projects}, the largest with ${pct(max_project_pct, 0)}`],
    ["Chains", `${chains}, the largest with ${pct(max_chain_pct, 0)}`],
    ["In stablecoins or cash", pct(portfolio.stablecoin_pct, 0)],
    ["Conservative profile", pct(comparison.conservative_apy, 2)],
    ["Moderate profile", pct(comparison.moderate_apy, 2)],
    ["Aggressive profile", pct(comparison.aggressive_apy, 2)],
  ]
}

/** The break-even gas fee. Empty if gas is not material. */
export function gasText({ gas }: Pick<Advice, "gas">): string {
  if (gas === null) return ""
  const fee = fullUsd(gas.breakeven_usd_per_transaction)
  return `${gas.transactions} transactions on ${gas.chain}: a fee above ${fee} each eats the expected yield. ${gas.note}`
}

type Exit = Extract<Advice["allocations"][number], { kind: "pool" }>["exit"]

/** Exit terms: `no lock-up stated`, `0.03% of the pool`. */
export function exitText({ lockup_days, size_vs_tvl_pct }: Exit): { readonly lock: string; readonly size: string } {
  const lock = lockup_days === null ? "no lock-up stated" : `${lockup_days} days locked`
  return { lock, size: `${smallPct(size_vs_tvl_pct)} of the pool` }
}

/** A small share is never shown as 0%. */
function smallPct(value: number): string {
  return value > 0 && value < 0.01 ? "under 0.01%" : pct(value, 2)
}
