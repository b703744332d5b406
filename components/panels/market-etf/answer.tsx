"use client"

import { SignedBars } from "@/components/charts/signed-bars"
import { CsvButton, type CsvFile } from "@/components/ui/csv-button"
import { signedUsd, UNKNOWN, words } from "@/components/ui/format"
import { Signed } from "@/components/ui/signed"
import { StatList } from "@/components/ui/stat-list"
import { withAnswerFrame } from "@/components/panels/answer-frame"
import type { ResponseOf } from "@/lib/api/contract"
import { marketEtfContract } from "@/lib/endpoints/market-etf/contract"
import { streakText } from "./streak-text"

type Etf = ResponseOf<typeof marketEtfContract>

/** Fund flows of the newest complete day, by fund. */
export const Answer = withAnswerFrame(marketEtfContract, EtfView)

function EtfView({ answer }: { readonly answer: Etf }) {
  const bars = Object.entries(answer.by_fund)
    .map(([name, { flow_m, kind }]) => ({ name, value: flow_m * 1e6, note: words(kind).toLowerCase() }))
    .toSorted((a, b) => b.value - a.value)
  return (
    <>
      <StatList stats={totalsOf(answer)} />
      <div className="answer-split">
        <section aria-label="By fund">
          <h4>
            By fund <span className="muted">{answer.date}, US dollars</span>
          </h4>
          <div className="table-and-file">
            <SignedBars caption={`Flows by fund on ${answer.date}`} bars={bars} format={signedUsd} />
            <CsvButton of={`Flows by fund on ${answer.date}`} file={csvOf(answer)} />
          </div>
        </section>
        <Pending answer={answer} />
      </div>
    </>
  )
}

function csvOf({ asset, date, by_fund, meta }: Etf): CsvFile {
  const records = Object.entries(by_fund).map(([fund, flow]) => ({ date, asset, fund, ...flow }))
  return { name: `etf-flows-${asset}`, meta, records }
}

function totalsOf({ date, daily, weekly, asset }: Etf) {
  return [
    {
      name: `${asset} funds, ${date}`,
      value: <Signed value={daily.total_flow_m * 1e6} format={signedUsd} />,
      note: streakText(daily.streak_sessions),
    },
    {
      name: "Percentile",
      value: daily.percentile_1y === null ? UNKNOWN : `${Math.round(daily.percentile_1y)} / 100`,
      note: `against the ${daily.sessions_compared} sessions before`,
    },
    {
      name: "Seven days",
      value: <Signed value={weekly.total_flow_m * 1e6} format={signedUsd} />,
      note:
        weekly.previous_total_flow_m === null
          ? "the week before is not known"
          : `${signedUsd(weekly.previous_total_flow_m * 1e6)} the week before`,
    },
    {
      name: "Asset managers",
      value: <Signed value={daily.institutional_flow_m * 1e6} format={signedUsd} />,
      note: "funds of traditional issuers",
    },
  ]
}

function Pending({ answer }: { readonly answer: Etf }) {
  const { pending } = answer
  return (
    <section aria-label="Next day">
      <h4>Next day</h4>
      <p className="muted">
        {pending === null
          ? "Next session not reported yet."
          : `${pending.date}: ${pending.reported.length} funds have reported, ${pending.missing.join(", ")} not yet. Its flows are withheld until the day is complete.`}
      </p>
    </section>
  )
}
