import dynamic from "next/dynamic"
import { ChartFrame } from "@/components/charts/chart-frame"
import { Legend } from "@/components/charts/legend"
import { type Column, DataTable } from "@/components/ui/data-table"
import { pct } from "@/components/ui/format"
import { Instant } from "@/components/ui/instant"

const LinePlot = dynamic(() => import("@/components/charts/line-plot").then((module) => module.LinePlot))
import type { Stats } from "@/lib/endpoints/stats/contract"

type CurvePoint = Stats["paper_equity"]["curve"][number]

const columns: readonly Column<CurvePoint>[] = [
  { name: "Time", cell: ({ t }) => <Instant at={t} /> },
  { name: "Paper account", numeric: true, cell: ({ equity }) => equity.toFixed(4) },
  { name: "Holding", numeric: true, cell: ({ benchmark }) => benchmark.toFixed(4) },
]

/** A paper account that follows the calls, beside buy and hold. */
export function Equity({ stats }: { readonly stats: Stats }) {
  const { curve, total_return, max_drawdown, buy_and_hold, rule } = stats.paper_equity
  const points = (pick: (point: CurvePoint) => number) =>
    curve.map((point) => ({ atMs: Date.parse(point.t), value: pick(point) }))
  return (
    <section aria-label="Paper account">
      <h4>
        Paper account <span className="muted">{rule}</span>
      </h4>
      {curve.length < 2 ? (
        <p className="muted">Too few settled days for a curve.</p>
      ) : (
        <ChartFrame
          name="Paper account and holding"
          summary={`Paper ${pct(100 * total_return)} with a max drawdown of ${pct(100 * max_drawdown)}; holding ${pct(100 * buy_and_hold.total_return)} with ${pct(100 * buy_and_hold.max_drawdown)}.`}
          table={
            <DataTable
              caption="Paper account"
              columns={columns}
              rows={curve}
              keyOf={({ t }) => t}
              csv={{ name: "paper-account", meta: stats.meta, records: curve }}
            />
          }
        >
          <Legend
            items={[
              { name: "Paper account", tone: "accent", mark: "line" },
              { name: "Holding", tone: "warn", mark: "dashed" },
            ]}
          />
          <LinePlot
            baseline={1}
            format={(value) => `${value.toFixed(3)}×`}
            lines={[
              { name: "Paper account", tone: "accent", points: points(({ equity }) => equity) },
              { name: "Holding", tone: "warn", points: points(({ benchmark }) => benchmark) },
            ]}
          />
        </ChartFrame>
      )}
    </section>
  )
}
