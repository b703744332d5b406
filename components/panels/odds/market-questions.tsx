import { type Column, DataTable } from "@/components/ui/data-table"
import { count, fullUsd, pct } from "@/components/ui/format"
import type { ResponseOf } from "@/lib/api/contract"
import { useTimes } from "@/lib/client/browser/use-times"
import { marketPrice } from "@/lib/client/format/money"
import type { oddsContract } from "@/lib/endpoints/odds/contract"

type Odds = ResponseOf<typeof oddsContract>
type Question = NonNullable<Odds["markets"]>["questions"][number]

const MISSING = {
  terms: "Prices of prediction markets are not shown here: the terms of the provider do not allow it.",
  not_known: "No prices of prediction markets were known at the purchase.",
} as const

/** What prediction markets pay for the same questions, beside our odds. */
export function MarketQuestions({ answer: { coin, markets, markets_missing, meta } }: { readonly answer: Odds }) {
  const times = useTimes()
  if (markets === undefined) return null
  if (markets === null) return markets_missing ? <p className="note">{MISSING[markets_missing]}</p> : null
  const { questions, usable } = markets
  if (questions.length === 0)
    return <p className="note">No prediction market asks a question about {coin} that these odds answer.</p>
  return (
    <section aria-label="Prediction markets">
      <DataTable
        caption={`Prediction markets on ${coin} and these odds`}
        columns={columnsWith((until) => times.text(Date.parse(until)))}
        rows={questions}
        keyOf={({ ticker }) => ticker}
        widthRem={44}
        csv={{ name: `prediction-markets-${coin}`, meta, records: questions }}
      />
      <p className="note">
        {count(questions.length)} of {count(usable)} questions, at {times.text(Date.parse(markets.as_of))}. Bid and ask
        are the price of Yes, which pays $1. Buying Yes pays on average, after the fee, only if the true probability is
        above “Yes pays above”; buying No, if it is below “No pays below”. {markets.settlement}
      </p>
    </section>
  )
}

function columnsWith(timeText: (until: string) => string): readonly Column<Question>[] {
  return [
    { name: "Question", cell: (question) => `${words(question)} ${timeText(question.until)}` },
    { name: "Bid", numeric: true, cell: ({ yes_bid }) => pct(100 * yes_bid) },
    { name: "Ask", numeric: true, cell: ({ yes_ask }) => pct(100 * yes_ask) },
    { name: "Offered", numeric: true, cell: ({ ask_depth_usd }) => fullUsd(ask_depth_usd) },
    { name: "Ours", numeric: true, cell: ({ p_forecast }) => pct(100 * p_forecast) },
    { name: "Less market", numeric: true, cell: ({ difference_pp }) => points(difference_pp) },
    { name: "Yes pays above", numeric: true, cell: ({ yes_pays_above }) => pct(100 * yes_pays_above) },
    { name: "No pays below", numeric: true, cell: ({ no_pays_below }) => pct(100 * no_pays_below) },
  ]
}

function words({ kind, side, level }: Question): string {
  return kind === "touch"
    ? `Ever ${side} ${marketPrice(level)} until`
    : `${side === "above" ? "Above" : "Below"} ${marketPrice(level)} at`
}

function points(difference: number): string {
  return `${difference < 0 ? "−" : "+"}${Math.abs(difference).toFixed(1)}`
}
