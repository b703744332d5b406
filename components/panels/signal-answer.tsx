"use client"

import { VoteBars } from "@/components/charts/vote-bars"
import { LeanMark } from "@/components/ui/lean-mark"
import type { ResponseOf } from "@/lib/api/contract"
import { signalContract } from "@/lib/api/signal"
import { directionWords, leanOfDirection } from "@/lib/client/format/direction"
import { marketPrice } from "@/lib/client/format/money"
import { percentOf } from "@/lib/client/format/number"
import { AnswerMeta } from "./answer-meta"
import { categoryNames } from "./categories"
import { Outlook } from "./outlook"
import { RawAnswer } from "./raw-answer"

type Signal = ResponseOf<typeof signalContract>

const flagWords = {
  uptrend_pullback: "Pullback in an uptrend",
  downtrend_rally: "Rally in a downtrend",
  stretched: "Stretched",
} as const

export function SignalAnswer({ body }: { readonly body: unknown }) {
  const parsed = signalContract.response.safeParse(body)
  if (!parsed.success) return <RawAnswer body={body} />
  const answer = parsed.data
  const rows = categoryNames.map(([key, name]) => ({ name, counts: answer.breakdown[key] }))
  return (
    <div className="answer">
      <Verdict answer={answer} />
      <Measures answer={answer} />
      <h4>
        Votes <span className="muted">{answer.votes.total} of 25 indicators</span>
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
      <Outlook answer={answer} />
      <AnswerMeta meta={answer.meta} timestamp={answer.timestamp} />
    </div>
  )
}

function Verdict({ answer }: { readonly answer: Signal }) {
  const { direction } = answer.signal
  return (
    <div className="verdict">
      <div>
        <p className="verdict-word">
          <LeanMark lean={leanOfDirection(direction)}>{directionWords(direction)}</LeanMark>
        </p>
        {answer.outlook.flags.length > 0 ? (
          <ul className="chips">
            {answer.outlook.flags.map((flag) => (
              <li key={flag}>{flagWords[flag]}</li>
            ))}
          </ul>
        ) : null}
      </div>
      <p className="verdict-price">
        <span className="figure">{marketPrice(answer.price)}</span>
        <small>{answer.coin} when asked</small>
      </p>
    </div>
  )
}

/** Two numbers that are easily taken for each other, so each says what it is. */
function Measures({ answer }: { readonly answer: Signal }) {
  const { strength, confidence, direction } = answer.signal
  const claim = {
    up: `that ${answer.coin} is higher in 24 h`,
    down: `that ${answer.coin} is lower in 24 h`,
    flat: "of the likelier side in 24 h",
  }[leanOfDirection(direction)]
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
        <dd className="measure-note">how far the votes agree; not a probability</dd>
      </div>
      <div>
        <dt>Probability</dt>
        <dd className="measure-value">{percentOf(confidence)}</dd>
        <dd className="measure-bar coin-flip" aria-hidden="true">
          <span style={{ inlineSize: `${confidence * 100}%` }} />
        </dd>
        <dd className="measure-note">{claim}, calibrated; 50% is a coin flip</dd>
      </div>
    </dl>
  )
}
