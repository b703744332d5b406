"use client"

import { Ribbon, RibbonTable } from "@/components/charts/ribbon"
import { pct, share, signedPct, signedUsd, words } from "@/components/ui/format"
import { type Stat, StatList } from "@/components/ui/stat-list"
import type { ResponseOf } from "@/lib/api/contract"
import { regimeContract } from "@/lib/endpoints/regime/contract"
import { DAY_MS, isoDate } from "@/lib/domain/utc-day"
import { marketPrice } from "@/lib/client/format/money"
import { MoreDetails, useIsCompact } from "@/components/panels/answer-density"
import { withAnswerFrame } from "@/components/panels/answer-frame"
import { regimeParts, toneOf } from "./regime-parts"
import { type RuleState, ruleStates } from "./regime-rules"

type Regime = ResponseOf<typeof regimeContract>

/** The market regime: since when, by which rules, and the expected volatility. */
export const Answer = withAnswerFrame(regimeContract, RegimeView)

function RegimeView({ answer }: { readonly answer: Regime }) {
  const isCompact = useIsCompact()
  const conditions = conditionsOf(answer)
  return (
    <>
      <RegimeVerdict answer={answer} />
      <Ribbon
        caption={ribbonCaption(answer)}
        parts={regimeParts(answer)}
        days={{
          first: isoDate(Date.parse(answer.facts.day) - (answer.changes_looked_at_days - 1) * DAY_MS),
          last: answer.facts.day,
        }}
      />
      {isCompact ? null : <RegimeTable answer={answer} />}
      <StatList stats={isCompact ? conditions.slice(0, COMPACT_STATS).map(withoutNote) : conditions} />
      <MoreDetails label="Rules and facts">
        {isCompact ? (
          <>
            <StatList stats={conditions} />
            <RegimeTable answer={answer} />
          </>
        ) : null}
        <div className="answer-split">
          <RuleList answer={answer} />
          <Facts answer={answer} />
        </div>
      </MoreDetails>
    </>
  )
}

/** Risk, volatility, trend and mood. */
const COMPACT_STATS = 4

function withoutNote({ name, value }: Stat): Stat {
  return { name, value }
}

function RegimeTable({ answer }: { readonly answer: Regime }) {
  return (
    <RibbonTable
      caption={ribbonCaption(answer)}
      parts={regimeParts(answer)}
      csv={{ name: "regime-changes", meta: answer.meta, records: answer.changes }}
    />
  )
}

function ribbonCaption({ changes_looked_at_days }: Regime): string {
  return `Regimes of the last ${changes_looked_at_days} days`
}

function RegimeVerdict({ answer }: { readonly answer: Regime }) {
  const { regime, days_in_regime, days_in_regime_is_minimum, last_day, persistence } = answer
  const isCompact = useIsCompact()
  const differs = last_day.regime !== regime
  return (
    <div>
      <p className="verdict-word" data-tone={toneOf(regime)}>
        {words(regime)}
      </p>
      <p className="muted">
        For {days_in_regime_is_minimum ? "at least " : ""}
        {days_in_regime} {days_in_regime === 1 ? "day" : "days"}. Lasted 7 more days in{" "}
        {share(persistence.same_after_7d)} of cases
        {isCompact ? "" : `, 30 more in ${share(persistence.same_after_30d)}`}.
        {differs
          ? ` Last day alone: ${words(last_day.regime).toLowerCase()}, ${last_day.days_to_confirm} more to confirm.`
          : ""}
      </p>
    </div>
  )
}

function conditionsOf({ volatility, trend, risk_level, fg, etf_flow_7d_m, expected }: Regime) {
  return [
    {
      name: "Risk level",
      value: words(risk_level),
      note: expected.event_within_24h ? `raised: ${expected.event_within_24h} within 24h` : "set by volatility",
    },
    {
      name: "Volatility, next week",
      value: words(volatility),
      note: `percentile ${share(expected.volatility_percentile)}; ${pct(expected.volatility_7d_annual_pct ?? null, 0)} annualised`,
    },
    { name: "Trend", value: words(trend), note: "close against 50 and 200 days" },
    { name: "Fear & greed", value: `${fg} / 100`, note: "alternative.me" },
    {
      name: "ETF flow, 7d",
      value: signedUsd(etf_flow_7d_m === null ? null : etf_flow_7d_m * 1e6),
      note: "US spot bitcoin funds",
    },
  ]
}

function RuleList({ answer }: { readonly answer: Regime }) {
  const { rules, last_day } = answer
  const states = ruleStates(answer)
  return (
    <section aria-label="Rules">
      <h4>
        Rules <span className="muted">Rules are checked top to bottom</span>
      </h4>
      <ol className="rules">
        {rules.map(({ regime, tests }, index) => (
          <li key={regime}>
            <details open={states[index] === "decided" && tests.length > 0}>
              <summary>
                <Tick state={states[index] ?? "missed"} /> {words(regime)}{" "}
                <small>
                  {tests.length === 0 ? "fallback" : `${tests.filter((test) => test.met).length} of ${tests.length}`}
                  {states[index] === "pending" ? `, last day only: ${last_day.days_to_confirm} more to confirm` : ""}
                  {states[index] === "decided" && last_day.regime !== regime
                    ? " on the last day, in force since before"
                    : ""}
                </small>
              </summary>
              <ul>
                {tests.map((test) => (
                  <li key={test.text}>
                    <Tick state={test.met ? "met" : "missed"} /> {test.text}
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ol>
    </section>
  )
}

const ticks = {
  decided: { glyph: "✓", word: "decided:" },
  pending: { glyph: "◐", word: "met on the last day:" },
  met: { glyph: "✓", word: "met:" },
  missed: { glyph: "✕", word: "missed:" },
  unasked: { glyph: "–", word: "not checked:" },
} as const

function Tick({ state }: { readonly state: RuleState | "met" }) {
  const { glyph, word } = ticks[state]
  return (
    <>
      <span className="tick" data-met={glyph === "✓"} aria-hidden="true">
        {glyph}
      </span>
      <span className="visually-hidden">{word}</span>
    </>
  )
}

function Facts({ answer }: { readonly answer: Regime }) {
  const { facts } = answer
  const rows = [
    ["Close", marketPrice(facts.close)],
    ["50-day average", marketPrice(facts.average_50d)],
    ["200-day average", marketPrice(facts.average_200d)],
    ["Return, 30d", signedPct(facts.return_30d_pct)],
    ["Drawdown from 90-day high", signedPct(facts.drawdown_90d_pct)],
    ["Drawdown from 365-day high", signedPct(facts.drawdown_365d_pct)],
    ["Volatility percentile, 30d", share(facts.volatility_30d_percentile)],
    ["Fear & greed, 7-day mean", facts.fear_greed_7d === null ? "a day is missing" : facts.fear_greed_7d.toFixed(1)],
  ]
  return (
    <section aria-label="Facts">
      <h4>
        Facts <span className="muted">last closed day, {facts.day}</span>
      </h4>
      <dl className="facts figures">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
