"use client"

import dynamic from "next/dynamic"
import { ChartFrame } from "@/components/charts/chart-frame"
import { Legend } from "@/components/charts/legend"
import type { Column } from "@/components/ui/data-table"
import { SortableTable } from "@/components/ui/sortable-table"
import { count, pct, signedPct, UNKNOWN, usd, words } from "@/components/ui/format"
import { StatList } from "@/components/ui/stat-list"
import { withAnswerFrame } from "@/components/panels/answer-frame"
import type { ResponseOf } from "@/lib/api/contract"
import { yieldsContract } from "@/lib/endpoints/yields/contract"
import { GradeReasons, PoolGrade } from "@/components/panels/parts/pool-grade"
import { outlookText, yieldParts } from "@/components/panels/parts/yield-parts"

const PointPlot = dynamic(() => import("@/components/charts/point-plot").then((module) => module.PointPlot))

type Yields = ResponseOf<typeof yieldsContract>
type Pool = Yields["stablecoin"][number]

/** The best eligible pools with their risk, and the excluded pools by reason. */
export const Answer = withAnswerFrame(yieldsContract, YieldsView)

function YieldsView({ answer }: { readonly answer: Yields }) {
  return (
    <>
      <StatList stats={totalsOf(answer)} />
      <YieldAgainstRisk answer={answer} />
      <PoolTable name="Stablecoin pools" pools={answer.stablecoin} meta={answer.meta} />
      <PoolTable name="Blue-chip pools" pools={answer.bluechip} meta={answer.meta} />
      <GradeReasons pools={[...answer.stablecoin, ...answer.bluechip].map(gradedOf)} />
      <ExcludedPools answer={answer} />
      <p className="note">
        Outlooks are DefiLlama's own predictions, passed on as such. {answer.attribution.join(" · ")}
      </p>
    </>
  )
}

function totalsOf({ counts, benchmark }: Yields) {
  return [
    { name: "Scanned", value: count(counts.scanned), note: `${count(counts.eligible)} eligible` },
    { name: "Median stable yield", value: pct(benchmark.median_stable_apy), note: "APY" },
    { name: "Weighted by size", value: pct(benchmark.tvl_weighted_stable_apy), note: "APY" },
    { name: "Treasury bill, 3 months", value: pct(benchmark.tbill_3m_pct, 2), note: "without any of this risk" },
  ]
}

function YieldAgainstRisk({ answer }: { readonly answer: Yields }) {
  const all = [...answer.stablecoin, ...answer.bluechip]
  if (all.length === 0) return <p className="empty">No pool meets these limits. Nothing is relaxed to show one.</p>
  return (
    <ChartFrame
      name="Yield against risk"
      summary={`Yield against risk score of ${all.length} pools: up is more yield, left is less risk.`}
      table={<PoolTable name="Pools of the picture" pools={all} meta={answer.meta} />}
    >
      <Legend
        items={[
          { name: "Stablecoin", tone: "accent", mark: "circle" },
          { name: "Blue-chip", tone: "up", mark: "diamond" },
        ]}
      />
      <PointPlot
        groups={[
          { name: "Stablecoin", points: pointsOf(answer.stablecoin), tone: "accent", shape: "circle" },
          { name: "Blue-chip", points: pointsOf(answer.bluechip), tone: "up", shape: "diamond" },
        ]}
        x={{ name: "Risk score, 0 to 100", format: (value) => String(Math.round(value)) }}
        y={{ name: "Yield, APY %", format: (value) => pct(value) }}
      />
    </ChartFrame>
  )
}

function pointsOf(pools: readonly Pool[]) {
  return pools.map(({ project_name, symbol, risk, apy }) => ({
    name: `${project_name} ${symbol}`,
    x: risk.score,
    y: apy,
  }))
}

type PoolTableProps = { readonly name: string; readonly pools: readonly Pool[]; readonly meta: Yields["meta"] }

function PoolTable({ name, pools, meta }: PoolTableProps) {
  if (pools.length === 0) return null
  return (
    <div>
      <h4>
        {name} <span className="muted">{pools.length}</span>
      </h4>
      <SortableTable
        caption={name}
        columns={columns}
        rows={pools}
        keyOf={({ pool_id }) => pool_id}
        widthRem={69}
        csv={{ name: `yields-${name.toLowerCase().replaceAll(" ", "-")}`, meta, records: pools }}
      />
    </div>
  )
}

const columns: readonly Column<Pool>[] = [
  {
    name: "Pool",
    cell: ({ url, project_name, symbol, chain }) => (
      <>
        <a href={url} rel="noreferrer" target="_blank">
          <bdi>{project_name}</bdi> <bdi>{symbol}</bdi>
        </a>{" "}
        <small className="under">{chain}</small>
      </>
    ),
  },
  {
    name: "Yield",
    sortBy: ({ apy }) => apy,
    numeric: true,
    cell: (pool) => <Figure value={pct(pool.apy, 2)} note={yieldParts(pool)} />,
  },
  {
    name: "30-day mean",
    sortBy: ({ apy_mean_30d }) => apy_mean_30d,
    numeric: true,
    cell: ({ apy_mean_30d, apy_change_7d_pp }) => (
      <Figure value={pct(apy_mean_30d, 2)} note={inWeek(apy_change_7d_pp, signedPoints)} />
    ),
  },
  {
    name: "Risk-adjusted APY",
    numeric: true,
    sortBy: ({ risk_adjusted_apy }) => risk_adjusted_apy,
    cell: ({ risk_adjusted_apy }) => pct(risk_adjusted_apy, 2),
  },
  {
    name: "TVL",
    sortBy: ({ tvl_usd }) => tvl_usd,
    numeric: true,
    cell: ({ tvl_usd, tvl_change_7d_pct }) => (
      <Figure value={usd(tvl_usd)} note={inWeek(tvl_change_7d_pct, signedPct)} />
    ),
  },
  { name: "Grade", sortBy: ({ risk }) => risk.score, cell: ({ risk }) => <PoolGrade risk={risk} /> },
  { name: "Stability", cell: ({ stability }) => (stability === null ? UNKNOWN : words(stability)) },
  { name: "Outlook", cell: ({ outlook }) => <Figure {...outlookText(outlook)} /> },
  {
    name: "Warnings",
    cell: ({ flags }) => <span className="wrap short">{flags.map((flag) => words(flag)).join(", ") || "none"}</span>,
  },
]

/** A figure with a note below it. */
function Figure({ value, note }: { readonly value: string; readonly note: string }) {
  return (
    <>
      {value} <small className="under">{note}</small>
    </>
  )
}

function inWeek(change: number | null, format: (change: number) => string): string {
  return change === null ? "" : `${format(change)} in 7d`
}

/** `+0.21 pp`: a change in percentage points. */
function signedPoints(value: number): string {
  return signedPct(value, 2).replace("%", " pp")
}

function gradedOf({ pool_id, project_name, symbol, risk }: Pool) {
  return { id: pool_id, name: `${project_name} ${symbol}`, risk }
}

function ExcludedPools({ answer }: { readonly answer: Yields }) {
  const reasons = Object.entries(answer.counts.excluded).flatMap(([reason, number = 0]) =>
    number > 0 ? [[reason, number] as const] : [],
  )
  return (
    <details className="details">
      <summary>
        Left out <span className="muted">{count(answer.counts.scanned - answer.counts.eligible)} pools, by reason</span>
      </summary>
      <dl className="facts figures">
        {reasons.map(([reason, number]) => (
          <div key={reason}>
            <dt>{words(reason)}</dt>
            <dd>{count(number)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
