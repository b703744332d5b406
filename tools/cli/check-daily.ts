import { z } from "zod"
import { type CallWithOutcome, type Horizon, HORIZONS, isVoid, withOutcome } from "@/lib/domain/track-record/outcome"
import { isLive, type SealedFacts } from "@/lib/domain/track-record/sealed-signal"
import { isDailyClose } from "@/lib/domain/track-record/touch-levels"
import { touchScoreOf } from "@/lib/domain/track-record/touch-score"
import { describeSealedQuotes } from "./check-quotes-sealed"
import type { ExportedRecord } from "./fetch-record"
import { measuredOf } from "./measured-of"
import { FEW, type Finding, findingOf } from "./record-finding"
import type { ReplayReport } from "./replay-record"

const Daily = z.looseObject({
  coin: z.string(),
  decisionTimeMs: z.number(),
  touch: z.unknown().optional(),
  regime: z.unknown().optional(),
})

/**
 * What is sealed once a day must be there each day since the first one, or days on which the odds were wrong could be left out. The odds
 * themselves are computed again with their call.
 */
export function checkDaily(
  records: readonly ExportedRecord[],
  checked: Pick<ReplayReport, "sameCalls" | "rightPrices">,
): Finding {
  const daily = records.flatMap(({ facts }) => {
    const known = Daily.safeParse(facts).data
    return known !== undefined && isDailyClose(known.decisionTimeMs) ? [known] : []
  })
  const touch = missingSinceFirst(daily, "touch")
  const regime = missingSinceFirst(
    daily.filter(({ coin }) => coin === "BTC"),
    "regime",
  )
  const texts = [
    ...(touch.length === 0 ? [] : [`${touch.length} daily closes have no touch odds, first ${touch[0]}`]),
    ...(regime.length === 0 ? [] : [`${regime.length} daily closes have no regime, first ${regime[0]}`]),
  ]
  const isMuch = Math.max(touch.length, regime.length) > FEW
  return findingOf(isMuch ? texts.map((text) => `${text}.`) : [], [
    ...(isMuch ? [] : texts.map((text) => `Not checked: ${text}: an input was missing, or they were left out.`)),
    ...describeSealedQuotes(records),
    ...scores(records, checked),
  ])
}

function missingSinceFirst(daily: readonly z.output<typeof Daily>[], name: "touch" | "regime"): readonly string[] {
  const first = daily.findIndex((facts) => facts[name] !== undefined)
  return first < 0
    ? []
    : daily
        .slice(first)
        .flatMap((facts) =>
          facts[name] === undefined ? [`${facts.coin} ${new Date(facts.decisionTimeMs).toISOString()}`] : [],
        )
}

/** Scores of touch odds of live calls that were made again and whose prices are those of candles. */
function scores(
  records: readonly ExportedRecord[],
  { sameCalls, rightPrices }: Pick<ReplayReport, "sameCalls" | "rightPrices">,
): readonly string[] {
  return HORIZONS.flatMap((horizon) => {
    const calls = records.flatMap(({ id, outcomes }) => {
      const call = sameCalls.get(id)
      if (call === undefined || !rightPrices.has(`${id} ${horizon}`)) return []
      return outcomes.flatMap((outcome) => judged(id, call, outcome, horizon))
    })
    const { n, levels, touched, brier, withoutExtremes } = touchScoreOf(calls, horizon)
    if (n + withoutExtremes === 0) return []
    const score = brier === null ? "too few calls for a score" : `Brier score ${brier.toFixed(4)}`
    const dropped = withoutExtremes === 0 ? "" : ` ${withoutExtremes} more calls have no highest or lowest price.`
    return [`${horizon}, touch odds: ${touched} of ${levels} levels of ${n} calls were touched; ${score}.${dropped}`]
  })
}

function judged(
  id: string,
  call: SealedFacts,
  outcome: ExportedRecord["outcomes"][number],
  horizon: Horizon,
): readonly CallWithOutcome[] {
  const measured = measuredOf(id, outcome)
  const counts = outcome.horizon === horizon && isLive(call) && !isVoid(call, measured)
  return counts ? [withOutcome(call, measured)] : []
}
