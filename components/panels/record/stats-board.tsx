"use client"

import { FreePanel } from "@/components/panels/free-panel"
import { newestIn } from "@/components/panels/use-free-answer"
import { count } from "@/components/ui/format"
import { type Stats, statsContract } from "@/lib/endpoints/stats/contract"
import { BacktestTable, GoalsTable } from "./backtest"
import { Baselines, Breakdown } from "./breakdown"
import { Calibration } from "./calibration"
import { Equity } from "./equity"
import { Headline } from "./headline"
import { MarketComparison } from "./market-comparison"
import { OptionsComparison } from "./options-comparison"
import { Proof } from "./proof"
import { RecordFilters, ReplayNote, useOpeningRecord } from "./record-filters"
import { TouchComparison } from "./touch-comparison"

/** The track record with losses, intervals and baselines. */
export function StatsBoard() {
  const { filter, setFilter, state, isReplay } = useOpeningRecord(
    "/api/stats",
    statsContract.response,
    ({ sample }) => sample.settled === 0,
  )
  const stats = newestIn(state)
  return (
    <>
      <RecordFilters value={filter} onChange={setFilter} />
      <FreePanel title="Track record" state={state}>
        {isReplay ? <ReplayNote /> : null}
        {stats === null ? null : <Record stats={stats} />}
      </FreePanel>
    </>
  )
}

/** While nothing has settled, the definitions are open instead of empty tables. */
function Record({ stats }: { readonly stats: Stats }) {
  const hasNoRates = stats.sample.settled === 0
  return (
    <div className="answer">
      <Headline stats={stats} />
      {hasNoRates ? null : <Evidence stats={stats} />}
      <Definitions stats={stats} open={hasNoRates} />
    </div>
  )
}

function Evidence({ stats }: { readonly stats: Stats }) {
  return (
    <>
      <div className="answer-split">
        <Calibration stats={stats} />
        <Equity stats={stats} />
      </div>
      <Proof stats={stats} />
      <TouchComparison stats={stats} />
      <OptionsComparison stats={stats} />
      <MarketComparison stats={stats} />
      <Baselines stats={stats} />
      <Breakdown stats={stats} />
    </>
  )
}

function Definitions({ stats, open }: { readonly stats: Stats; readonly open: boolean }) {
  const { definitions, backtest, integrity, costs } = stats
  return (
    <details className="details" open={open}>
      <summary>Definitions, costs, and the backtest</summary>
      <dl className="facts">
        {Object.entries(definitions).map(([name, text]) => (
          <div key={name} className="pair">
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        <div className="pair">
          <dt>costs</dt>
          <dd>
            {costs.round_trip_bps} basis points a round trip, {costs.slippage_bps} slippage, funding{" "}
            {costs.funding_included ? "included" : "not included"}
          </dd>
        </div>
        <div className="pair">
          <dt>chain</dt>
          <dd>
            {count(integrity.records)} records, head <span className="mono break">{integrity.head_hash}</span>.{" "}
            {integrity.method}
          </dd>
        </div>
        <div className="pair">
          <dt>backtest</dt>
          <dd>
            {backtest.label}, {backtest.period}. {backtest.note}
          </dd>
        </div>
      </dl>
      <BacktestTable stats={stats} />
      <GoalsTable stats={stats} />
    </details>
  )
}
