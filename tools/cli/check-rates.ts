import { z } from "zod"
import { DIRECTIONS, isDirectional, sideOf } from "@/lib/domain/signals/direction"
import { HORIZONS, type Horizon, isVoid } from "@/lib/domain/track-record/outcome"
import { isLive } from "@/lib/domain/track-record/sealed-signal"
import { describeComparison, describeMarkets } from "./check-comparison"
import type { ExportedRecord } from "./fetch-record"
import { FEW, type Finding, findingOf, SMALL_SHARE } from "./record-finding"
import type { ReplayReport } from "./replay-record"

const Facts = z.looseObject({
  decisionTimeMs: z.number(),
  sealedAtMs: z.number(),
  direction: z.enum(DIRECTIONS),
  degraded: z.boolean(),
  methodVersion: z.string(),
})

type Checked = Pick<ReplayReport, "rightPrices" | "disputedOutcomes"> & {
  readonly sameCalls: Pick<ReplayReport["sameCalls"], "has">
}

/** Directional calls of one horizon, counted from prices alone, without void calls, as in /stats. */
type WinCount = {
  readonly horizon: Horizon
  readonly kind: "live" | "replayed"
  /** Whether each call was made again and its prices are those of candles. */
  readonly isChecked: boolean
  readonly calls: number
  readonly wins: number
  readonly late: number
  /** Calls that are not counted, because an input was missing when they were made, and how many of them won. */
  readonly degraded: { readonly calls: number; readonly wins: number }
}

/** How many calls won: those that were checked, and apart from them those for which there is only the service's word. */
export function winCountsOf(records: readonly ExportedRecord[], checked: Checked): readonly WinCount[] {
  const ended = records.flatMap(({ id, facts: content, outcomes }) => {
    const facts = content === null ? null : Facts.parse(content)
    if (facts === null || !isDirectional(facts.direction)) return []
    return outcomes.map(({ horizon, exit_time, entry_price, exit_price }) => ({
      horizon,
      kind: isLive(facts) ? "live" : "replayed",
      isChecked:
        checked.sameCalls.has(id) &&
        (checked.rightPrices.has(`${id} ${horizon}`) || checked.disputedOutcomes.has(`${id} ${horizon}`)),
      isDegraded: facts.degraded,
      isLate: isVoid(facts, { horizon, exitTimeMs: Date.parse(exit_time) }),
      // Otherwise a candle that is contradicted on purpose would make a lost call disappear.
      isWon:
        !checked.disputedOutcomes.has(`${id} ${horizon}`) &&
        Math.sign(exit_price - entry_price) === sideOf(facts.direction),
    }))
  })
  const kinds = ["live", "replayed"] as const
  return kinds.flatMap((kind) =>
    HORIZONS.flatMap((horizon) =>
      [true, false].map((isChecked) => {
        const all = ended.filter(
          (call) => call.kind === kind && call.horizon === horizon && call.isChecked === isChecked,
        )
        const calls = all.filter(({ isDegraded }) => !isDegraded)
        const measured = calls.filter(({ isLate }) => !isLate)
        const late = calls.length - measured.length
        const degraded = countOf(all.filter(({ isDegraded, isLate }) => isDegraded && !isLate))
        return { horizon, kind, isChecked, ...countOf(measured), late, degraded }
      }),
    ),
  )
}

function countOf(calls: readonly { readonly isWon: boolean }[]): Pick<WinCount, "calls" | "wins"> {
  return { calls: calls.length, wins: calls.filter(({ isWon }) => isWon).length }
}

/** The rates as text. A rate is not proven when more than a small share of its calls could not be checked. */
export function describeRates(
  records: readonly ExportedRecord[],
  checked: Checked & Pick<ReplayReport, "sameCalls" | "questionOutcomes">,
): Finding {
  const counts = winCountsOf(records, checked)
  const hasOutcomes = records.some(({ outcomes }) => outcomes.length > 0)
  const isUnpriced = hasOutcomes && checked.rightPrices.size + checked.disputedOutcomes.size === 0
  const returns = versionReturns(records)
  const faults =
    returns > FEW
      ? [`The method's version changes back ${returns} times: calls between others are given another version's name.`]
      : []
  return findingOf(faults, [
    ...(isUnpriced ? ["No price could be checked: the service's outcomes give no rate."] : []),
    ...counts.filter(({ isChecked }) => isChecked).flatMap((count) => describeRate(count, counts, isUnpriced)),
    ...(isUnpriced ? [] : describeComparison(records, checked)),
    ...describeMarkets(checked),
  ])
}

function describeRate(count: WinCount, counts: readonly WinCount[], isUnpriced: boolean): readonly string[] {
  const { horizon, kind, calls, wins, late } = count
  const other = counts.find((each) => each.horizon === horizon && each.kind === kind && !each.isChecked)
  const unchecked = other?.calls ?? 0
  const name = `${horizon}, ${kind}`
  const voids = late + (other?.late ?? 0)
  const all = calls + unchecked
  const missed = count.degraded.calls + (other?.degraded.calls ?? 0)
  const missedWins = count.degraded.wins + (other?.degraded.wins ?? 0)
  return [
    calls > 0
      ? `${name}: ${wins} of ${calls} directional calls won, each made again from its inputs and priced by candles.`
      : `${name}: ${all === 0 ? "no directional call has an outcome" : "no call was checked, so there is no rate"}.`,
    ...(unchecked === 0
      ? []
      : [
          ...(isUnpriced
            ? []
            : [
                `${name}, not checked: ${other?.wins} of ${unchecked} directional calls won, by the service's word alone.`,
              ]),
          ...(unchecked > SMALL_SHARE * all
            ? [
                `${name}: ${unchecked} of ${all} calls were not checked: ${calls > 0 ? "the rates above are" : "the rate above is"} not proven.`,
              ]
            : []),
        ]),
    ...(missed === 0
      ? []
      : [
          `${name}, not counted: ${missedWins} of ${missed} directional calls won that were made while an input was missing` +
            `${missed > SMALL_SHARE * (all + missed) ? ". That is many: the rate above says little without them" : ""}.`,
        ]),
    ...(voids === 0 ? [] : [`${name}: ${voids} more are void, because their price came hours late.`]),
  ]
}

/** How often a version comes back after another one, in the order of the closes. A service that goes back to an older release does this once. */
function versionReturns(records: readonly ExportedRecord[]): number {
  const facts = records.flatMap(({ facts: content }) => (content === null ? [] : [Facts.parse(content)]))
  const versions = facts.toSorted((a, b) => a.decisionTimeMs - b.decisionTimeMs).map((each) => each.methodVersion)
  const runs = versions.filter((version, index) => version !== versions[index - 1])
  return runs.length - new Set(runs).size
}
