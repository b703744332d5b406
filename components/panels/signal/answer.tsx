"use client"

import { VoteBars } from "@/components/charts/vote-bars"
import { DirectionBadge } from "@/components/ui/direction-badge"
import type { ResponseOf } from "@/lib/api/contract"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { directionWords, badgeDirectionOf } from "@/lib/client/format/direction"
import { percentOf } from "@/lib/client/format/number"
import { AnswerDensity, MoreDetails, useIsCompact } from "@/components/panels/answer-density"
import { withAnswerFrame } from "@/components/panels/answer-frame"
import { PriceAtPurchase } from "@/components/panels/price-at-purchase"
import { breakEven24h } from "@/components/panels/parts/edge"
import { tradeDirectionOf } from "@/lib/domain/signals/direction"
import { categoryNames } from "@/components/panels/parts/categories"
import { Levels, Ranges } from "./outlook"
import { NowTable } from "@/components/panels/parts/now-table"
import { nowRows, SignalOdds } from "./signal-odds"

type Signal = ResponseOf<typeof signalContract>

const flagWords = {
  uptrend_pullback: "Pullback in an uptrend",
  downtrend_rally: "Rally in a downtrend",
  stretched: "Overextended",
} as const

export const Answer = withAnswerFrame(signalContract, SignalView)

function SignalView({ answer }: { readonly answer: Signal }) {
  const isCompact = useIsCompact()
  const rows = categoryNames.map(([key, name]) => ({ name, counts: answer.breakdown[key] }))
  return (
    <>
      <Verdict answer={answer} />
      <Ranges answer={answer} />
      <Levels answer={answer} />
      <MoreDetails label="All levels with odds, strength, votes">
        {isCompact ? (
          <AnswerDensity value={false}>
            <Ranges answer={answer} />
            <Levels answer={answer} />
          </AnswerDensity>
        ) : null}
        {answer.now ? (
          <NowTable coin={answer.coin} owner="signal" now={answer.now} close={answer} rows={nowRows(answer)} />
        ) : null}
        <Measures answer={answer} />
        <SignalOdds answer={answer} />
        <h4>
          Votes <span className="muted">{answer.votes.total} of 25 indicators voted</span>
        </h4>
        <VoteBars
          rows={rows}
          caption={`Votes on ${answer.coin} by category`}
          csv={{
            name: `votes-${answer.coin}`,
            meta: answer.meta,
            records: categoryNames.map(([category]) => ({ category, ...answer.breakdown[category] })),
          }}
        />
      </MoreDetails>
    </>
  )
}

function Verdict({ answer }: { readonly answer: Signal }) {
  const { direction, confidence } = answer.signal
  const needed = breakEven24h(answer)
  const isTrade = tradeDirectionOf(direction) !== "NEUTRAL"
  const hasEdge = isTrade && confidence > needed
  const badge = (
    <DirectionBadge direction={badgeDirectionOf(direction)} isMuted={!hasEdge}>
      {directionWords(direction)}
    </DirectionBadge>
  )
  return (
    <div className="verdict">
      <div>
        {isTrade && !hasEdge ? (
          <>
            <p className="verdict-word verdict-lead">No edge: this call loses on average</p>
            <p className="muted">
              {badge} {percentOf(confidence)} in 24h, {percentOf(needed)} needed after costs.
            </p>
          </>
        ) : (
          <p className="verdict-word">
            {badge} <small>{percentOf(confidence)}</small>
          </p>
        )}
        {direction.startsWith("LEAN_") ? <p className="muted">Lean only: no trade, not scored.</p> : null}
        {answer.outlook.flags.length > 0 ? (
          <ul className="chips">
            {answer.outlook.flags.map((flag) => (
              <li key={flag}>{flagWords[flag]}</li>
            ))}
          </ul>
        ) : null}
      </div>
      <PriceAtPurchase coin={answer.coin} price={answer.price} />
    </div>
  )
}

/** Strength and probability are easily confused, so each has an explanation. */
function Measures({ answer }: { readonly answer: Signal }) {
  const { strength, confidence, direction } = answer.signal
  const claim = {
    up: `that ${answer.coin} is higher in 24h`,
    down: `that ${answer.coin} is lower in 24h`,
    flat: "of the likelier side in 24h",
  }[badgeDirectionOf(direction)]
  return (
    <dl className="measures">
      <div>
        <dt>Strength</dt>
        <dd className="measure-value">
          {strength}
          <small> / 100</small>
        </dd>
        <dd className="measure-bar" aria-hidden="true">
          <span style={{ inlineSize: `${strength}%` }} />
        </dd>
        <dd className="measure-note">agreement among indicators; not a probability</dd>
      </div>
      <div>
        <dt>Probability</dt>
        <dd className="measure-value">{percentOf(confidence)}</dd>
        <dd className="measure-bar coin-flip" aria-hidden="true">
          <span style={{ inlineSize: `${confidence * 100}%` }} />
        </dd>
        <dd className="measure-note">{claim}, calibrated; 50% = coin flip</dd>
      </div>
    </dl>
  )
}
