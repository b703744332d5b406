import { dollars } from "@/lib/client/format/money"
import type { Count, Counter } from "@/lib/client/stage/counter"

/** Answers in the drawing before something was bought. */
const EXAMPLE_ANSWERS = 8
/** More marks than this do not fit in a row. */
const MAX_MARKS = 24

/** The same answers by both schemes: a signature each, or one for all. */
export function Comparison({ counter }: { readonly counter: Counter }) {
  const bought = counter.total.answers
  const answers = bought === 0 ? EXAMPLE_ANSWERS : bought
  const marks = Math.min(answers, MAX_MARKS)
  return (
    <section className="comparison" aria-label="exact and session compared">
      <Scheme
        name="exact"
        what="a signature for each answer"
        text={`${answers} ${plural(answers, "answer")}: ${answers} wallet ${plural(answers, "signature")}, ${answers} ${plural(answers, "transfer")}`}
        groups={Array.from({ length: marks }, () => 1)}
        own={counter.exact}
      />
      <Scheme
        name="session"
        what="one signature for all"
        text={`${answers} ${plural(answers, "answer")}: 1 wallet signature, 1 deposit, ${answers} ${plural(answers, "voucher")} without a prompt`}
        groups={[marks]}
        own={counter.session}
      />
    </section>
  )
}

type SchemeProps = {
  readonly name: string
  readonly what: string
  readonly text: string
  /** Answers of each signature. */
  readonly groups: readonly number[]
  /** What this browser bought this way. */
  readonly own: Count
}

function Scheme({ name, what, text, groups, own }: SchemeProps) {
  return (
    <div className="scheme">
      <p>
        <strong>{name}</strong> <span className="muted">{what}</span>
      </p>
      <p className="scheme-marks" aria-hidden="true">
        {groups.map((answers, group) => (
          // The groups are alike and never reordered.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={group}>
            <b>✎</b>
            {"▪".repeat(answers)}
          </span>
        ))}
      </p>
      <p>{text}</p>
      {own.answers === 0 ? null : (
        <p className="muted">
          Yours: {own.answers} {plural(own.answers, "answer")}, {own.signatures} {plural(own.signatures, "signature")},{" "}
          {dollars(own.amount)}
        </p>
      )}
    </div>
  )
}

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`
}
