import { type Column, DataTable } from "@/components/ui/data-table"
import { pct, UNKNOWN, words } from "@/components/ui/format"
import type { Stats } from "@/lib/endpoints/stats/contract"
import { independent, rate, span } from "./rates"

type Baseline = Stats["baselines"][number]
type Cell = Stats["breakdown"]["by_coin"][number] & { readonly group: string }

const baselineColumns: readonly Column<Baseline>[] = [
  { name: "Simple rule", cell: ({ id }) => words(id) },
  { name: "Win rate", numeric: true, cell: ({ win_rate }) => rate(win_rate) },
  { name: "Win rate 95%", numeric: true, cell: ({ win_rate_ci95 }) => span(win_rate_ci95, 1) },
  { name: "Return per call", numeric: true, cell: ({ expectancy }) => perCall(expectancy) },
  { name: "Return per call, 95%", numeric: true, cell: ({ expectancy_ci95 }) => span(expectancy_ci95, 2) },
  { name: "Calls", numeric: true, cell: ({ n }) => n },
  { name: "Independent", numeric: true, cell: ({ n_effective }) => independent(n_effective) },
]

/** Simple rules on the same windows. */
export function Baselines({ stats }: { readonly stats: Stats }) {
  return (
    <section aria-label="Baselines">
      <h4>
        Against simple rules <span className="muted">on the same windows</span>
      </h4>
      <DataTable
        caption="Baselines"
        columns={baselineColumns}
        rows={stats.baselines}
        keyOf={({ id }) => id}
        csv={{ name: "baselines", meta: stats.meta, records: stats.baselines }}
      />
    </section>
  )
}

const cellColumns: readonly Column<Cell>[] = [
  { name: "Calls by", cell: ({ group, key }) => `${group}: ${words(key)}` },
  { name: "Win rate", numeric: true, cell: ({ win_rate }) => rate(win_rate) },
  { name: "95% interval", numeric: true, cell: ({ win_rate_ci95 }) => span(win_rate_ci95, 1) },
  { name: "Base rate", numeric: true, cell: ({ base_rate }) => rate(base_rate) },
  { name: "Return per call", numeric: true, cell: ({ expectancy }) => perCall(expectancy) },
  { name: "Return per call, 95%", numeric: true, cell: ({ expectancy_ci95 }) => span(expectancy_ci95, 2) },
  { name: "Calls", numeric: true, cell: ({ n }) => n },
]

/** Rates by coin, side, direction, confidence and method version. */
export function Breakdown({ stats }: { readonly stats: Stats }) {
  const { by_coin, by_direction, by_side, by_confidence, by_method_version } = stats.breakdown
  const rows = [
    ...by_coin.map((cell) => ({ group: "Coin", ...cell })),
    ...by_side.map((cell) => ({ group: "Side", ...cell })),
    ...by_direction.map((cell) => ({ group: "Direction", ...cell })),
    ...by_confidence.map((cell) => ({ group: "Confidence", ...cell })),
    ...by_method_version.map((cell) => ({ group: "Method", ...cell })),
  ]
  return (
    <details className="details">
      <summary>
        Breakdown <span className="muted">{rows.length} groups</span>
      </summary>
      <DataTable
        caption="Breakdown"
        columns={cellColumns}
        rows={rows}
        keyOf={({ group, key }) => `${group} ${key}`}
        csv={{ name: "breakdown", meta: stats.meta, records: rows }}
      />
    </details>
  )
}

function perCall(expectancy: number | null): string {
  return expectancy === null ? UNKNOWN : pct(100 * expectancy, 2)
}
