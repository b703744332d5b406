import type { ResponseOf } from "@/lib/api/contract"
import type { marketOverviewContract } from "./contract"
import { stablecoinFlow } from "@/lib/domain/flows/stablecoin-flow"
import { inputLimits, partLimits } from "@/lib/domain/freshness"
import type { Dominance } from "@/lib/domain/market/dominance"
import { fearGreedLabel } from "@/lib/domain/regime/fear-greed-label"
import type { FearGreedPoint } from "@/lib/domain/regime/regime-facts"
import { round, roundOrNull } from "@/lib/domain/round"
import type { MarketView } from "@/lib/domain/signals/market-view"
import { DAY_MS, isoDate } from "@/lib/domain/utc-day"

type Answer = ResponseOf<typeof marketOverviewContract>
type Daily = { readonly atMs: number; readonly value: number }

const ATTRIBUTION = "Fear & greed index: alternative.me"

/** The index with its class and its change in a week. */
export function fearGreedOf(points: readonly FearGreedPoint[], nowMs: number): Answer["fear_greed"] {
  const newest = points.findLast(({ atMs }) => atMs <= nowMs)
  if (newest === undefined || nowMs - newest.atMs > inputLimits.fearGreed.maxAgeMs) {
    return { value: null, label: "Unknown", change_7d: null, attribution: ATTRIBUTION }
  }
  const week = points.find(({ atMs }) => atMs === newest.atMs - 7 * DAY_MS)
  return {
    value: newest.index,
    label: fearGreedLabel(newest.index, newest.label),
    change_7d: week === undefined ? null : newest.index - week.index,
    attribution: ATTRIBUTION,
  }
}

/** Dollar stablecoins in circulation, in both declared shapes. */
export function stablecoinsOf({ series, timeMs }: MarketView): Pick<Answer, "stablecoin" | "stablecoin_flows"> {
  const flow = stablecoinFlow(series.stablecoins)
  const known = flow !== null && timeMs - flow.atMs <= partLimits.stablecoinsMs ? flow : null
  const stablecoin = {
    total_supply_b: billions(known && known.supplyUsd),
    change_7d_b: billions(known && known.change7dUsd),
    signal: known === null ? "UNKNOWN" : known.signal,
  } as const
  return {
    stablecoin,
    stablecoin_flows: {
      date: known && isoDate(known.atMs),
      ...stablecoin,
      change_7d_pct: roundOrNull(known && known.change7dPct, 3),
      change_30d_b: billions(known && known.change30dUsd),
    },
  }
}

/** The wider market at its newest close. */
export function macroOf({ series, timeMs }: MarketView): Answer["macro"] {
  const { vix, dxy, us10y, spx } = series
  return {
    vix: dailyOf(vix, timeMs),
    dxy: dailyOf(dxy, timeMs),
    us10y: { ...dailyOf(us10y, timeMs), change_20d_bp: basisPoints(us10y, timeMs) },
    spx: dailyOf(spx, timeMs),
  }
}

/** Bitcoin's part of the whole market. */
export function dominanceOf(known: Dominance | null): Answer["dominance"] {
  return {
    btc_pct: roundOrNull(known && known.btcPct, 2),
    eth_pct: roundOrNull(known && known.ethPct, 2),
    market_cap_usd: roundOrNull(known && known.marketCapUsd, 0),
    market_cap_change_24h_pct: roundOrNull(known && known.marketCapChange24hPct, 2),
    volume_24h_usd: roundOrNull(known && known.volume24hUsd, 0),
  }
}

function dailyOf(days: readonly Daily[], nowMs: number): Answer["macro"]["vix"] {
  const newest = newestOf(days, nowMs)
  const change = (sessions: number) => {
    const then = days.at(-1 - sessions)
    return newest && then && then.value > 0 ? round(100 * (newest.value / then.value - 1), 2) : null
  }
  return {
    value: roundOrNull(newest && newest.value, 3),
    date: newest && isoDate(newest.atMs),
    change_5d_pct: change(5),
    change_20d_pct: change(20),
  }
}

function basisPoints(days: readonly Daily[], nowMs: number): number | null {
  const [newest, then] = [newestOf(days, nowMs), days.at(-21)]
  return newest && then ? round(100 * (newest.value - then.value), 1) : null
}

function newestOf(days: readonly Daily[], nowMs: number): Daily | null {
  const newest = days.at(-1)
  return newest === undefined || nowMs - newest.atMs > partLimits.sessionsMs ? null : newest
}

function billions(usd: number | null): number | null {
  return roundOrNull(usd === null ? null : usd / 1e9, 3)
}
