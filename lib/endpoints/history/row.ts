import { type Horizon, HORIZONS, isVoid, type MeasuredOutcome, withOutcome } from "@/lib/domain/track-record/outcome"
import type { QuestionOutcome } from "@/lib/domain/track-record/question-outcome"
import { isInStatedRange } from "@/lib/domain/track-record/range-coverage"
import { isLive, type SealedFacts } from "@/lib/domain/track-record/sealed-signal"
import { isDailyClose, TOUCH_SIDES, TOUCH_SIGMAS } from "@/lib/domain/track-record/touch-levels"
import { wasTouched } from "@/lib/domain/track-record/touch-score"
import { isoTime } from "@/lib/domain/utc-day"
import { rounded } from "@/lib/usecases/record-answer"
import type { MaySell } from "@/lib/usecases/sealed-rights"

export type Row = Readonly<Record<string, string | number | boolean | null>>
/** A call, the call on bitcoin of the same close, which has the regime, and the outcomes of the call. */
export type SoldCall = {
  readonly facts: SealedFacts
  readonly bitcoin: SealedFacts | null
  readonly outcomeAt: OutcomeAt
  /** The result of a sealed question of the call. */
  readonly resultOf: ResultOf
}
type OutcomeAt = (horizon: Horizon) => MeasuredOutcome | undefined
type ResultOf = (ticker: string) => QuestionOutcome | undefined

/** What a column carries of which sources: their values, or what was computed from them. */
type Basis = {
  readonly of: RegExp
  readonly form: "value" | "class"
  readonly sources: (call: SoldCall) => readonly Parameters<MaySell>[0][]
}

const ofVotes = ({ facts }: Pick<SoldCall, "facts">) => [
  facts,
  ...facts.inputs.map(({ name, source }) => ({ source, input: name })),
]
const ofOutcome = (horizon: Horizon, { outcomeAt }: SoldCall) => {
  const measured = outcomeAt(horizon)
  return measured === undefined ? [] : [measured]
}

function ofQuestions({ facts: { markets }, resultOf }: SoldCall) {
  if (!markets) return []
  return [markets, ...markets.questions.flatMap(({ ticker }) => resultOf(ticker) ?? [])]
}

/** Columns that match nothing are facts of this service. The first one that matches counts. */
const BASES: readonly Basis[] = [
  { of: /^price$/, form: "value", sources: ({ facts }) => [facts] },
  { of: /^exit_price_24h$/, form: "value", sources: (call) => ofOutcome("24h", call) },
  { of: /^exit_price_7d$/, form: "value", sources: (call) => ofOutcome("7d", call) },
  { of: /^outcome_24h$/, form: "class", sources: (call) => [...ofVotes(call), ...ofOutcome("24h", call)] },
  { of: /^outcome_7d$/, form: "class", sources: (call) => [...ofVotes(call), ...ofOutcome("7d", call)] },
  {
    of: /^(?:return_pct|inside)_24h$|^touched_24h_/,
    form: "class",
    sources: (call) => [call.facts, ...ofOutcome("24h", call)],
  },
  {
    of: /^(?:return_pct|inside)_7d$|^touched_7d_/,
    form: "class",
    sources: (call) => [call.facts, ...ofOutcome("7d", call)],
  },
  { of: /^options_/, form: "class", sources: ({ facts: { compared } }) => (compared ? [compared.options] : []) },
  {
    of: /^(?:direction|degraded|score|strength|confidence|p_up_24h|stop_loss|take_profit_\d)$/,
    form: "class",
    sources: ofVotes,
  },
  { of: /^(?:low80|high80|forecast_sigma|p_touch|touch_level)_/, form: "class", sources: ({ facts }) => [facts] },
  { of: /^market_questions$/, form: "value", sources: ofQuestions },
  { of: /^regime$/, form: "class", sources: ({ bitcoin }) => (bitcoin ? ofVotes({ facts: bitcoin }) : []) },
]

/** Nothing of a call is sold when nothing may be computed from the candles that it was made from. */
export function isSellable(facts: SealedFacts, maySell: MaySell): boolean {
  return maySell(facts, "class")
}

/** A row without the fields whose sources forbid them, and the forbidden ones by source. */
export function soldRow(call: SoldCall, maySell: MaySell) {
  const withheld: { readonly source: string; readonly column: string }[] = []
  const cells = Object.entries(historyRow(call)).map(([column, value]) => {
    const { form = "value", sources = () => [] } = BASES.find(({ of }) => of.test(column)) ?? {}
    const red = sources(call).filter((from) => !maySell(from, form))
    if (value === null || red.length === 0) return [column, value] as const
    withheld.push(...red.map(({ source }) => ({ source, column })))
    return [column, null] as const
  })
  const row: Row = Object.fromEntries(cells)
  return { row, withheld }
}

/** Every field of a call that may be sold as a whole. */
function historyRow({ facts, bitcoin, outcomeAt, resultOf }: SoldCall): Row {
  const { ranges, levels, compared } = facts
  const [stop, first, second, third] = [levels?.stopLossUsd, ...(levels?.takeProfitsUsd ?? [])]
  return {
    id: facts.id,
    decided_at: isoTime(facts.decisionTimeMs),
    kind: isLive(facts) ? "live_paper" : "replay",
    method_version: facts.methodVersion,
    price: facts.priceUsd,
    direction: facts.direction,
    degraded: facts.degraded,
    score: rounded(facts.score),
    strength: facts.strength,
    confidence: rounded(facts.confidence),
    p_up_24h: rounded(facts.pUp24h),
    low80_24h: rounded(ranges?.day.low ?? null),
    high80_24h: rounded(ranges?.day.high ?? null),
    low80_7d: rounded(ranges?.week.low ?? null),
    high80_7d: rounded(ranges?.week.high ?? null),
    stop_loss: stop ?? null,
    take_profit_1: first ?? null,
    take_profit_2: second ?? null,
    take_profit_3: third ?? null,
    forecast_sigma_24h: rounded(compared?.forecast.sigma24h ?? null),
    forecast_sigma_7d: rounded(compared?.forecast.sigma7d ?? null),
    options_sigma_24h: rounded(compared?.options.sigma24h ?? null),
    options_sigma_7d: rounded(compared?.options.sigma7d ?? null),
    ...outcomeOf("24h", facts, outcomeAt("24h")),
    ...outcomeOf("7d", facts, outcomeAt("7d")),
    regime: bitcoin?.regime ?? null,
    touch_version: facts.touch?.version ?? null,
    ...HORIZONS.reduce<Row>((row, horizon) => ({ ...row, ...touchOf(horizon, facts, outcomeAt(horizon)) }), {}),
    market_questions: questionsText(facts, resultOf),
    daily_missing: whyWithoutDaily(facts, bitcoin),
  }
}

/** The sealed questions in one cell, because their number differs. Their words have no spaces, and tickers no semicolons. */
function questionsText({ markets }: SealedFacts, resultOf: ResultOf): string | null {
  if (!markets) return null
  return markets.questions
    .map(({ ticker, kind, side, levelUsd, untilMs, market, forecast }) => {
      const result = resultOf(ticker)
      const happened = result === undefined ? "open" : result.isYes ? "yes" : "no"
      return [ticker, kind, side, levelUsd, isoTime(untilMs), market, forecast, happened].join(" ")
    })
    .join("; ")
}

/** The sealed levels of a horizon, each with its odds and whether the price touched it. */
function touchOf(horizon: Horizon, facts: SealedFacts, measured: MeasuredOutcome | undefined): Row {
  const outcome = measured && !isVoid(facts, measured) ? measured : undefined
  const sealed = facts.touch?.[horizon] ?? []
  const cells = TOUCH_SIDES.flatMap((side) =>
    TOUCH_SIGMAS.flatMap((sigmas, place) => {
      const level = sealed.find((one) => one.side === side && one.sigmas === sigmas)
      const name = `${horizon}_${side}_${place + 1}`
      return [
        [`touch_level_${name}`, level?.levelUsd ?? null],
        [`p_touch_${name}`, level?.odds ?? null],
        [`touched_${name}`, level && outcome ? wasTouched(facts, level, outcome) : null],
      ] as const
    }),
  )
  return Object.fromEntries(cells)
}

/** Why a row has no regime or touch odds; `null`: it has both. */
function whyWithoutDaily(facts: SealedFacts, bitcoin: SealedFacts | null): string | null {
  if (!isDailyClose(facts.decisionTimeMs)) return "sealed at 00:00 UTC alone"
  const missing = [...(bitcoin?.regime ? [] : ["regime"]), ...(facts.touch ? [] : ["touch odds"])]
  return missing.length === 0 ? null : `${missing.join(" and ")} not sealed at this close`
}

function outcomeOf(horizon: Horizon, facts: SealedFacts, measured: MeasuredOutcome | undefined): Row {
  const call = measured && withOutcome(facts, measured)
  return {
    [`outcome_${horizon}`]: call?.outcome ?? null,
    [`exit_price_${horizon}`]: call?.measured.exitPriceUsd ?? null,
    [`exit_at_${horizon}`]: call === undefined ? null : isoTime(call.measured.exitTimeMs),
    [`return_pct_${horizon}`]: call === undefined ? null : rounded(100 * call.marketReturn),
    [`inside_${horizon}`]: call === undefined || call.outcome === "VOID" ? null : isInStatedRange(call),
  }
}
