import type { ResponseOf } from "@/lib/api/contract"
import type { riskContract } from "./contract"
import type { Barrier } from "@/lib/domain/risk/barriers"
import { oddsOf, type TargetOdds } from "@/lib/domain/risk/level-odds"
import type { Levels } from "@/lib/domain/risk/levels"
import { riskParameters } from "@/lib/domain/risk/parameters"
import { round } from "@/lib/domain/round"
import { type Goal, measuredGoal, measuredGoals } from "@/lib/domain/track-record/measured-goals"
import { laterAccount, laterWorstGap } from "@/lib/domain/track-record/published-backtest"
import { forecastModel } from "@/lib/domain/volatility/forecast-model"
import type { VolatilityForecast } from "@/lib/domain/volatility/forecast"
import { touchOdds, type TouchOdds } from "@/lib/domain/volatility/touch"
import { roundPrice } from "@/lib/usecases/rounding"

type Answer = ResponseOf<typeof riskContract>
type Plan = Answer["plan"]

const { from, until } = forecastModel.seen

/** Distance between the stated odds of targets and the observed frequencies on the least known data: its mean. */
const MEAN_GAP = measuredGoal("target before stop, every day and side: mean gap")
const gapOf = ({ measured, judgedOn }: Goal) => measured[judgedOn]?.value ?? 1
const ODDS_ERROR = gapOf(MEAN_GAP)
/** The largest of all stops and targets, sides and horizons of a plan. */
const WORST_GAP = Math.max(
  ...["3d", "7d", "14d"].map((horizon) =>
    gapOf(measuredGoal(`stop and targets within ${horizon}: worst of eight cells`)),
  ),
)

const ODDS_BASIS =
  `Frequencies of BTC, ETH and SOL, ${from} to ${until}, hourly candles, a long and a short at every midnight, at distances ` +
  "in units of the forecast volatility. Both levels in one hour count as the stop. Longs and shorts have the same odds: the " +
  `market's drift is not forecast. On ${MEAN_GAP.judgedOn} data after that, to ${measuredGoals.to}, the odds of targets were off by ` +
  `${(100 * ODDS_ERROR).toFixed(1)} points on average, and those of any stop or target by at most ` +
  `${(100 * WORST_GAP).toFixed(1)} (npm run goals); the odds before 2026-11-27 were off by up to ${laterWorstGap.points} points to ${laterWorstGap.to}.`

/** The results of the study for each side. */
const sideRecords = {
  long: {
    side: "long",
    period: "2022-07 to 2026-05",
    sharpe_low: 0.72,
    sharpe_high: 0.95,
    made_money: true,
    note:
      "Long calls made money in the study, though not more than holding with the same volatility target. The " +
      `paper account lost ${(-100 * laterAccount.totalReturn).toFixed(1)}% from ${laterAccount.from} to ${laterAccount.to}, a ` +
      "period that overlaps the study's last year (npm run backtest).",
  },
  short: {
    side: "short",
    period: "2022-07 to 2026-05",
    sharpe_low: -0.9,
    sharpe_high: -0.3,
    made_money: false,
    note: "Short calls made no money in any variant of the study.",
  },
} as const satisfies Record<Levels["side"], Plan["side_record"]>

/** The stop and the targets of a plan with their odds at each horizon. */
export function planOf(levels: Levels, volatility: VolatilityForecast, kind: Plan["kind"], costRatio?: number): Plan {
  const { entry, stop, stopAtr } = levels
  const odds = oddsOf(levels, volatility, costRatio)
  return {
    kind,
    stop: {
      price: stop,
      distance_atr: round(stopAtr, 4),
      distance_pct: distancePct(stop, entry),
      ...touchesOf(odds.stop),
      p_hit_3d: round(odds.stop.within3d, 4),
      p_hit_7d: round(odds.stop.within7d, 4),
      p_hit_14d: round(odds.stop.within14d, 4),
    },
    targets: odds.targets.map((target, index) => targetOf(target, index, levels)),
    odds_basis: ODDS_BASIS,
    odds_error: round(ODDS_ERROR, 3),
    side_record: sideRecords[levels.side],
  }
}

function targetOf(odds: TargetOdds, index: number, { entry, targets }: Levels): Plan["targets"][number] {
  const [price = entry, multiple = 1] = [targets[index], riskParameters.targetMultiples[index]]
  return {
    price,
    r_multiple: multiple,
    distance_pct: distancePct(price, entry),
    ...touchesOf(odds),
    p_before_stop_3d: round(odds.beforeStop["3d"], 4),
    p_before_stop_7d: round(odds.beforeStop["7d"], 4),
    p_before_stop_14d: round(odds.beforeStop["14d"], 4),
    p_stop_first_14d: round(odds.stopFirst14d, 4),
    neither_r_14d: round(odds.neitherR14d, 4),
    expected_r: round(odds.expectedR, 4),
    p_break_even: round(odds.breakEven14d, 4),
  }
}

/** A support or resistance with the odds of being reached and of holding. */
export function barrierOf(
  { priceUsd, kind, touches, distanceAtr, holdRate }: Barrier,
  at: { readonly priceUsd: number; readonly volatility: VolatilityForecast },
): Answer["barriers"]["supports"][number] {
  return {
    price: roundPrice(priceUsd),
    kind,
    touches,
    distance_atr: round(distanceAtr, 2),
    ...touchesOf(touchOdds(priceUsd, at.priceUsd, at.volatility)),
    hold_rate: holdRate,
  }
}

function touchesOf({ within24h, within7d }: TouchOdds) {
  return { p_touch_24h: round(within24h, 4), p_touch_7d: round(within7d, 4) }
}

function distancePct(price: number, entry: number): number {
  return round((100 * Math.abs(price - entry)) / entry, 2)
}
