"use client"

import dynamic from "next/dynamic"
import { ChartFrame } from "@/components/charts/chart-frame"
import { Legend } from "@/components/charts/legend"
import { type Column, DataTable } from "@/components/ui/data-table"
import { count, pct, UNKNOWN, usd, words } from "@/components/ui/format"
import { StatList } from "@/components/ui/stat-list"
import { AnswerMeta } from "@/components/panels/answer-meta"
import { RawAnswer } from "@/components/panels/raw-answer"
import type { ResponseOf } from "@/lib/api/contract"
import { yieldsContract } from "@/lib/api/yields"
import { PoolGrade } from "./pool-grade"

const PointPlot = dynamic(() => import("@/components/charts/point-plot").then((module) => module.PointPlot))

type Yields = ResponseOf<typeof yieldsContract>
type Pool = Yields["stablecoin"][number]

/** The best sound pools, with risk and everything that was left out. */
export function YieldsAnswer({ body }: { readonly body: unknown }) {
  const parsed = yieldsContract.response.safeParse(body)
  if (!parsed.success) return <RawAnswer body={body} />
  const answer = parsed.data
  return (
    <div className="answer">
      <StatList stats={totalsOf(answer)} />
      <YieldAgainstRisk answer={answer} />
      <PoolTable name="Stablecoin pools" pools={answer.stablecoin} />
      <PoolTable name="Blue-chip pools" pools={answer.bluechip} />
      <LeftOut answer={answer} />
      <p className="note">{answer.attribution.join(" · ")}</p>
      <AnswerMeta meta={answer.meta} timestamp={answer.timestamp} />
    </div>
  )
}

function totalsOf({ counts, benchmark }: Yields) {
  return [
    { name: "Scanned", value: count(counts.scanned), note: `${count(counts.eligible)} eligible` },
    { name: "Median stable yield", value: pct(benchmark.median_stable_apy), note: "a year" },
    { name: "Weighted by size", value: pct(benchmark.tvl_weighted_stable_apy), note: "a year" },
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
      table={<PoolTable name="Pools of the picture" pools={all} />}
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
        y={{ name: "Yield, % a year", format: (value) => pct(value) }}
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

function PoolTable({ name, pools }: { readonly name: string; readonly pools: readonly Pool[] }) {
  if (pools.length === 0) return null
  return (
    <section aria-label={name}>
      <h4>
        {name} <span className="muted">{pools.length}</span>
      </h4>
      <DataTable caption={name} columns={columns} rows={pools} keyOf={({ pool_id }) => pool_id} />
    </section>
  )
}

const columns: readonly Column<Pool>[] = [
  {
    name: "Pool",
    cell: ({ url, project_name, symbol, chain }) => (
      <>
        <a href={url} rel="noreferrer" target="_blank">
          {project_name} {symbol}
        </a>{" "}
        <small>{chain}</small>
      </>
    ),
  },
  { name: "Yield", numeric: true, cell: ({ apy }) => pct(apy, 2) },
  { name: "30-day mean", numeric: true, cell: ({ apy_mean_30d }) => pct(apy_mean_30d, 2) },
  { name: "For its risk", numeric: true, cell: ({ risk_adjusted_apy }) => pct(risk_adjusted_apy, 2) },
  { name: "Rewards", numeric: true, cell: ({ reward_share_pct }) => pct(reward_share_pct, 0) },
  { name: "Locked", numeric: true, cell: ({ tvl_usd }) => usd(tvl_usd) },
  { name: "Grade", cell: ({ risk }) => <PoolGrade risk={risk} /> },
  { name: "Steady", cell: ({ stability }) => (stability === null ? UNKNOWN : words(stability)) },
  { name: "Warnings", cell: ({ flags }) => flags.map((flag) => words(flag)).join(", ") || "none" },
]

function LeftOut({ answer }: { readonly answer: Yields }) {
  const reasons = Object.entries(answer.counts.excluded).filter(([, number]) => number > 0)
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
