import { type Column, DataTable } from "@/components/ui/data-table"
import { pct, words } from "@/components/ui/format"
import { ratioText } from "@/lib/client/format/number"
import type { Stats } from "@/lib/endpoints/stats/contract"

type Row = Stats["backtest"]["rows"][number]
type Account = Row["hold_same_target"]

const columns: readonly Column<Row>[] = [
  { name: "Sharpe, max drawdown", cell: ({ what }) => what },
  { name: "Method", numeric: true, cell: (row) => accountText(row) },
  {
    name: "Buy and hold",
    numeric: true,
    cell: ({ sharpe_hold, max_drawdown_hold }) => accountText({ sharpe: sharpe_hold, max_drawdown: max_drawdown_hold }),
  },
  { name: "Buy and hold, same target", numeric: true, cell: ({ hold_same_target }) => accountText(hold_same_target) },
  {
    name: "Best simple rule",
    numeric: true,
    cell: ({ best_simple_rule }) => `${accountText(best_simple_rule)} (${words(best_simple_rule.id)})`,
  },
]

type Goal = NonNullable<Stats["backtest"]["measured"]>[number]

const goalColumns: readonly Column<Goal>[] = [
  { name: "Goal", cell: ({ what }) => what },
  { name: "Data", cell: ({ data }) => data },
  { name: "Threshold", cell: ({ goal }) => goal },
  { name: "Measured", numeric: true, cell: ({ value, unit }) => goalText(value, unit) },
  {
    name: "95% interval",
    numeric: true,
    cell: ({ ci95, unit }) => (ci95 === null ? "–" : ci95.map((end) => goalText(end, unit)).join(" to ")),
  },
  {
    name: "Noise alone, below",
    numeric: true,
    cell: ({ noise95, unit }) => (noise95 === null ? "–" : goalText(noise95, unit)),
  },
  { name: "n", numeric: true, cell: ({ n }) => n.toLocaleString("en") },
]

/** The goals of the method on fitted, seen and unseen data. */
export function GoalsTable({ stats }: { readonly stats: Stats }) {
  const rows = stats.backtest.measured ?? []
  return (
    <DataTable
      caption="Goals of the method on history"
      columns={goalColumns}
      rows={rows}
      keyOf={({ what, data }) => `${what} ${data}`}
      widthRem={62}
      csv={{ name: "backtest-goals", meta: stats.meta, records: rows }}
    />
  )
}

function goalText(value: number, unit: Goal["unit"]): string {
  return unit === "fraction" ? pct(100 * value, 1) : ratioText(value, 3)
}

/** The backtest of the method beside simple alternatives. */
export function BacktestTable({ stats }: { readonly stats: Stats }) {
  const { rows } = stats.backtest
  return (
    <DataTable
      caption="Backtest"
      columns={columns}
      rows={rows}
      keyOf={({ what }) => what}
      widthRem={62}
      csv={{ name: "backtest-results", meta: stats.meta, records: rows }}
    />
  )
}

function accountText({ sharpe, max_drawdown }: Account): string {
  return max_drawdown === null ? ratioText(sharpe) : `${ratioText(sharpe)}, ${pct(100 * max_drawdown, 0)}`
}
