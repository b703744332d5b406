"use client"

import { KeyboardNavigable } from "@/components/charts/keyboard-navigable"
import { type Column, DataTable } from "@/components/ui/data-table"
import { fullUsd, pct, UNKNOWN, words } from "@/components/ui/format"
import { StatList } from "@/components/ui/stat-list"
import { withAnswerFrame } from "@/components/panels/answer-frame"
import type { ResponseOf } from "@/lib/api/contract"
import { defiRecommendContract } from "@/lib/endpoints/defi-recommend/contract"
import { GradeReasons, PoolGrade } from "@/components/panels/parts/pool-grade"
import { exitText, gasText, limitsOf, spreadOf } from "./recommend-facts"
import { yieldParts } from "@/components/panels/parts/yield-parts"

type Advice = ResponseOf<typeof defiRecommendContract>
type Part = Advice["allocations"][number]
type PoolPart = Extract<Part, { kind: "pool" }>

const statuses = {
  OK: null,
  PARTIAL: "The limits leave a part in cash, or fewer than three pools. They are never relaxed.",
  NO_CANDIDATES: "No pool meets the limits, so everything stays in cash.",
} as const

/** A suggested allocation with its expected yield and its worst case. */
export const Answer = withAnswerFrame(defiRecommendContract, RecommendView)

function RecommendView({ answer }: { readonly answer: Advice }) {
  return (
    <>
      <p>
        <b>{words(answer.risk)}</b>, {fullUsd(answer.amount_usd)} for {answer.horizon_days} days.{" "}
        <span className="muted">{statuses[answer.status] ?? `Within all ${words(answer.risk)} limits.`}</span>
      </p>
      <StatList stats={totalsOf(answer)} />
      <h4>
        Weights <span className="muted">of the amount, in the order of the list below</span>
      </h4>
      <Weights parts={answer.allocations} />
      <DataTable
        caption="Allocation"
        columns={columns}
        rows={answer.allocations}
        keyOf={keyOfPart}
        widthRem={69}
        csv={{ name: "defi-allocation", meta: answer.meta, records: answer.allocations }}
      />
      <GradeReasons pools={answer.allocations.flatMap((part) => (part.kind === "pool" ? gradedOf(part) : []))} />
      <LimitsAndSpread answer={answer} />
      <RejectedPools answer={answer} />
      <p className="note">{answer.attribution.join(" · ")}</p>
    </>
  )
}

function totalsOf({ portfolio, worst_case, comparison }: Advice) {
  const [low, high] = portfolio.range_apy80
  return [
    {
      name: "Expected yield",
      value: pct(portfolio.expected_apy ?? (low + high) / 2, 2),
      note: `80% range ${pct(low)} to ${pct(high)} APY`,
    },
    {
      name: "Yield today",
      value: pct(portfolio.blended_apy, 2),
      note: `${pct(portfolio.blended_apy_haircut, 2)} with half the rewards`,
    },
    { name: "Expected", value: fullUsd(portfolio.expected_yield_usd), note: "over the horizon" },
    {
      name: "Worst case",
      value: fullUsd(-worst_case.loss_usd),
      note: `${worst_case.assumption}${worst_case.months_of_yield_to_recover === null ? "" : `: ${Math.round(worst_case.months_of_yield_to_recover)} months of yield`}`,
    },
    { name: "Treasury bill", value: pct(comparison.tbill_3m_pct, 2), note: "three months, for comparison" },
  ]
}

function Weights({ parts }: { readonly parts: readonly Part[] }) {
  return (
    <KeyboardNavigable label="Weights of the allocation">
      <div className="weights" aria-hidden="true">
        {parts.map((part) => (
          <span
            data-kind={part.kind}
            data-point={`${nameOf(part)}: ${part.weight_pct}% of the amount`}
            key={keyOfPart(part)}
            style={{ flexGrow: part.weight_pct }}
            title={`${nameOf(part)}, ${part.weight_pct}%`}
          >
            {part.weight_pct >= 12 ? (
              <b>
                <span>{part.kind === "pool" ? part.symbol : "Cash"} </span>
                {part.weight_pct}%
              </b>
            ) : null}
          </span>
        ))}
      </div>
    </KeyboardNavigable>
  )
}

const columns: readonly Column<Part>[] = [
  { name: "Where", cell: (part) => <Where part={part} /> },
  { name: "Weight", numeric: true, cell: ({ weight_pct }) => `${weight_pct}%` },
  { name: "Amount", numeric: true, cell: ({ amount_usd }) => fullUsd(amount_usd) },
  { name: "Yield", numeric: true, cell: (part) => (part.kind === "pool" ? <Yield part={part} /> : UNKNOWN) },
  {
    name: "Expected",
    numeric: true,
    cell: (part) => (part.kind === "pool" ? fullUsd(part.expected_yield_usd) : UNKNOWN),
  },
  { name: "Grade", cell: (part) => (part.kind === "pool" ? <PoolGrade risk={part.risk} /> : UNKNOWN) },
  { name: "Exit", cell: (part) => (part.kind === "pool" ? <Exit part={part} /> : "at once") },
  { name: "Why", cell: ({ why }) => <span className="wrap">{why.join("; ")}</span> },
]

function Where({ part }: { readonly part: Part }) {
  if (part.kind === "cash") return "Cash"
  return (
    <>
      <a href={part.url} rel="noreferrer" target="_blank">
        {nameOf(part)}
      </a>{" "}
      <small className="under">{part.chain}</small>
    </>
  )
}

function Yield({ part }: { readonly part: PoolPart }) {
  return (
    <>
      {pct(part.apy, 2)} <small className="under">{yieldParts(part)}</small>
    </>
  )
}

function Exit({ part }: { readonly part: PoolPart }) {
  const { lock, size } = exitText(part.exit)
  return (
    <>
      {lock} <small className="under">{size}</small>
    </>
  )
}

function gradedOf(part: PoolPart) {
  return { id: part.pool_id, name: nameOf(part), risk: part.risk }
}

function nameOf(part: Part): string {
  return part.kind === "pool" ? `${part.project} ${part.symbol}` : "Cash"
}

function keyOfPart(part: Part): string {
  return part.kind === "pool" ? part.pool_id : "cash"
}

function LimitsAndSpread({ answer }: { readonly answer: Advice }) {
  const gas = gasText(answer)
  return (
    <details className="details">
      <summary>
        Limits, spread and gas <span className="muted">limits are never relaxed</span>
      </summary>
      <div className="answer-split">
        <Facts name="Limits of the profile" rows={limitsOf(answer)} />
        <Facts name="Spread and other profiles" rows={spreadOf(answer)} />
      </div>
      {gas === "" ? null : <p>{gas}</p>}
    </details>
  )
}

type FactsProps = { readonly name: string; readonly rows: ReturnType<typeof limitsOf> }

function Facts({ name, rows }: FactsProps) {
  return (
    <section aria-label={name}>
      <h4>{name}</h4>
      <dl className="facts figures">
        {rows.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function RejectedPools({ answer }: { readonly answer: Advice }) {
  const { runners_up, excluded, rebalance_triggers } = answer
  return (
    <details className="details">
      <summary>
        Rejected pools and review triggers{" "}
        <span className="muted">
          {runners_up.length + excluded.length} pools, {rebalance_triggers.length} triggers
        </span>
      </summary>
      <ul className="meta-list">
        {runners_up.map(({ pool_id, project, symbol, apy, reason }) => (
          <li key={pool_id}>
            <bdi>{project}</bdi> <bdi>{symbol}</bdi> at {pct(apy)}, next best <span className="muted">{reason}</span>
          </li>
        ))}
        {excluded.map(({ pool_id, project, symbol, apy, reason }) => (
          <li key={pool_id}>
            <bdi>{project}</bdi> <bdi>{symbol}</bdi> at {pct(apy)} <span className="muted">{reason}</span>
          </li>
        ))}
        {rebalance_triggers.map(({ pool_id, metric, condition }) => (
          <li key={`${pool_id} ${metric}`}>
            {words(metric)} <span className="muted">{condition}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
