import type { contextContract } from "./contract"
import type { Params, ResponseOf } from "@/lib/api/contract"
import { round } from "@/lib/domain/round"
import type { Signal } from "@/lib/domain/signals/compute-signal"
import {
  evidenceGradeOf,
  evidenceSentenceOf,
  measuredEvidence,
  type MeasuredTiming,
} from "@/lib/domain/signals/evidence"
import type { Category, IndicatorReading } from "@/lib/domain/signals/indicator"
import { idOf } from "@/lib/domain/signals/registry"
import { perCategory } from "@/lib/domain/signals/vote-counts"
import { isoTime } from "@/lib/domain/utc-day"
import { type MarketDeps, metaOf, priceFields, readMarket } from "@/lib/usecases/read-market"

type Answer = ResponseOf<typeof contextContract>
type Detail = Answer["details"][string]

/** Every value behind the vote, with its rule, age and evidence. @throws {DataUnavailableError} */
export async function getContext({ coin }: Params<typeof contextContract>, deps: MarketDeps): Promise<Answer> {
  const reading = await readMarket(coin, deps)
  const { signal } = reading
  return {
    coin,
    ...priceFields(reading),
    indicators: perCategory((category) => valuesOf(signal, category)),
    category_summary: signal.summaries,
    technical_state: signal.technicalState,
    details: Object.fromEntries(signal.readings.map((one) => [idOf(one.indicator), detailOf(one)])),
    timestamp: isoTime(deps.nowMs),
    meta: metaOf(reading, deps),
  }
}

function valuesOf({ readings }: Signal, category: Category): Answer["indicators"][Category] {
  const own = readings.filter(({ indicator }) => indicator.category === category)
  return Object.fromEntries(
    own.flatMap(({ indicator, value, voted }) => [
      [indicator.name, shownValue(value)],
      ...(voted ? [[voted.name, shownValue(voted.value)]] : []),
    ]),
  )
}

function detailOf({ indicator, value, vote, voted, reason, asOfMs, source }: IndicatorReading): Detail {
  const { unit, window, rule, horizon } = indicator
  const id = idOf(indicator)
  return {
    value: shownValue(value),
    unit,
    window,
    ...(voted && { voted: { name: voted.name, value: shownValue(voted.value), unit: voted.unit } }),
    vote,
    reason,
    rule,
    as_of: asOfMs === null ? null : isoTime(asOfMs),
    source,
    horizon,
    evidence: evidenceGradeOf(id),
    evidence_text: evidenceSentenceOf(id),
    ...measuredOf(id),
  }
}

function measuredOf(id: string): Pick<Detail, "measured"> {
  const found = measuredEvidence.readings[id]
  if (found === undefined) return {}
  const { horizonHours, before, since } = found
  return { measured: { horizon_h: horizonHours, before_fit: periodOf(before), since_fit: periodOf(since) } }
}

function periodOf(timing: MeasuredTiming | null): NonNullable<Detail["measured"]>["since_fit"] {
  if (timing === null) return null
  const { from, to, n, hitRate, meanReturnPct, timingPct, interval, pHolm } = timing
  const [low = 0, high = 0] = interval
  return {
    from,
    to,
    n,
    hit_rate: hitRate,
    mean_return_pct: meanReturnPct,
    timing_pct: timingPct,
    timing_ci95_pct: [low, high],
    p_holm: pHolm,
  }
}

/** Rounded to the precision of the indicator. */
export function shownValue(value: number | string | null): number | string | null {
  return typeof value === "number" ? round(value, Math.abs(value) >= 1_000 ? 2 : 4) : value
}
