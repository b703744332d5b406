import dynamic from "next/dynamic"
import { ChartFrame } from "@/components/charts/chart-frame"
import { type Column, DataTable } from "@/components/ui/data-table"
import { pct } from "@/components/ui/format"
import { MIN_EFFECTIVE_CALLS } from "@/lib/domain/track-record/evidence"
import { independent, rate, scoreText, span } from "./rates"

const PointPlot = dynamic(() => import("@/components/charts/point-plot").then((module) => module.PointPlot))
import type { Stats } from "@/lib/endpoints/stats/contract"

type Bin = NonNullable<Stats["calibration"]>["bins"][number]

const columns: readonly Column<Bin>[] = [
  {
    name: "Stated",
    cell: ({ confidence_from, confidence_to }) => `${rate(confidence_from)} to ${rate(confidence_to)}`,
  },
  { name: "Mean stated", numeric: true, cell: ({ stated }) => rate(stated) },
  { name: "Came true", numeric: true, cell: ({ hit_rate }) => rate(hit_rate) },
  { name: "95% interval", numeric: true, cell: ({ ci95 }) => span(ci95, 1) },
  { name: "Calls", numeric: true, cell: ({ n }) => n },
]

const percent = (value: number) => pct(100 * value, 0)

/** Stated probabilities against observed rates. Points on the diagonal are calibrated. */
export function Calibration({ stats }: { readonly stats: Stats }) {
  const { calibration } = stats
  if (calibration === null) return <p className="muted">No probability is stated for this horizon.</p>
  const { bins, brier, brier_skill, n, n_effective } = calibration
  return (
    <section aria-label="Calibration">
      <h4>Calibration</h4>
      {bins.length === 0 ? (
        <p className="muted">
          No claim yet: {n} settled calls, effective sample {independent(n_effective)}, {MIN_EFFECTIVE_CALLS} needed.
        </p>
      ) : (
        <ChartFrame
          name="Calibration"
          summary={`Stated against observed in ${bins.length} bins; Brier score ${scoreText(brier)}, skill over the base rate ${scoreText(brier_skill)}. On the dashed line both agree.`}
          table={
            <DataTable
              caption="Calibration"
              columns={columns}
              rows={bins}
              keyOf={({ confidence_from }) => String(confidence_from)}
              csv={{ name: "calibration", meta: stats.meta, records: bins }}
            />
          }
        >
          <PointPlot
            diagonal
            groups={[
              {
                name: "Bins",
                tone: "accent",
                shape: "circle",
                points: bins.map(({ stated, hit_rate, n }) => ({ name: `${n} calls`, x: stated, y: hit_rate })),
              },
            ]}
            x={{ name: "Stated probability", format: percent, domain: [0.3, 0.7] }}
            y={{ name: "Came true", format: percent, domain: [0, 1] }}
          />
        </ChartFrame>
      )}
    </section>
  )
}
