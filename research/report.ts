import { linePlot, reliabilityPlot } from "./plots"
import type { Backtest } from "./run-backtest"

type Cell = string | number | null

/** One self-contained HTML page. Every rate is shown with its n and interval. */
export function backtestReport(backtest: Backtest): string {
  const { day, week, arena, folds } = backtest
  const account = day.paper_equity
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Backtest ${date(backtest.from)} to ${date(backtest.to)}</title><style>${STYLE}</style>
<h1>Backtest <small>${date(backtest.from)} to ${date(backtest.to)} · method ${escape(backtest.method_version)}</small></h1>
<p class="note"><strong>${backtest.label}.</strong> ${escape(backtest.note)}</p>
<h2>Calls</h2>
${table(
  ["horizon", "calls", "n effective", "win rate", "95%", "blind sides", "p", "expectancy after costs", "95%"],
  [day, week].map((stats) => [
    stats.horizon,
    stats.sample.directional,
    whole(stats.sample.n_effective),
    percent(stats.win_rate),
    range(stats.significance.win_rate_ci95),
    percent(stats.significance.base_rate_same_sides),
    fixed(stats.significance.p_value_vs_base),
    percent(stats.expectancy, 2),
    range(stats.significance.expectancy_ci95, 2),
  ]),
)}
<h2>By year</h2>
${table(
  [
    "fold",
    "calls",
    "n effective",
    "win rate",
    "95%",
    "blind sides",
    "Brier skill",
    "calibration error",
    "80% range holds",
    "n",
  ],
  folds.map(({ name, is_last, day: stats }) => [
    is_last ? `${name} (last)` : name,
    stats.sample.directional,
    whole(stats.sample.n_effective),
    percent(stats.win_rate),
    range(stats.significance.win_rate_ci95),
    percent(stats.significance.base_rate_same_sides),
    percent(stats.calibration?.brier_skill ?? null, 2),
    fixed(stats.calibration?.ece ?? null),
    percent(stats.ranges.coverage),
    stats.ranges.n,
  ]),
)}
<h2>By coin and side, 24 h</h2>
${table(
  ["", "calls", "n effective", "win rate", "95%", "blind sides", "expectancy"],
  [...day.breakdown.by_coin, ...day.breakdown.by_side].map((cell) => [
    cell.key,
    cell.n,
    whole(cell.n_effective),
    percent(cell.win_rate),
    range(cell.win_rate_ci95),
    percent(cell.base_rate),
    percent(cell.expectancy, 2),
  ]),
)}
<h2>Probability of a rise within 24 h</h2>
${reliabilityPlot(day.calibration?.bins ?? [])}
<h2>Paper account: long or flat, volatility target</h2>
${linePlot([
  { name: "signal", points: account.curve.map(({ t, equity }) => [Date.parse(t), equity]) },
  { name: "buy and hold", points: account.curve.map(({ t, benchmark }) => [Date.parse(t), benchmark]) },
])}
${table(
  ["", "return", "Sharpe", "volatility", "largest drawdown"],
  [
    ["signal", account.total_return, account.sharpe, account.volatility_annual, account.max_drawdown] as const,
    [
      "buy and hold",
      account.buy_and_hold.total_return,
      account.buy_and_hold.sharpe,
      account.buy_and_hold.volatility_annual,
      account.buy_and_hold.max_drawdown,
    ] as const,
  ].map(([name, total, sharpe, volatility, drawdown]) => [
    name,
    percent(total, 0),
    fixed(sharpe),
    percent(volatility, 0),
    percent(drawdown, 0),
  ]),
)}
<h2>Arena</h2>
${table(
  ["rule", "return", "Sharpe", "95%", "shrunk", "largest drawdown", "trades", "beats coin-flips"],
  arena.entries.map((entry) => [
    entry.id,
    percent(entry.return_pct / 100, 0),
    fixed(entry.sharpe),
    entry.sharpe_ci95 && entry.sharpe_ci95.map((bound) => bound.toFixed(2)).join(" to "),
    fixed(entry.sharpe_shrunk),
    percent(entry.max_drawdown, 0),
    entry.trades,
    percent(entry.percentile_among_coin_flips, 0),
  ]),
)}
<p>Costs: 10 bps per side, no funding, no slippage. Wins are judged on the close; a return of zero is a loss.</p>
</html>
`
}

const STYLE =
  "body{font:15px/1.5 system-ui,sans-serif;max-width:80rem;margin:2rem auto;padding:0 1rem;color:#1c2430;background:#fff}" +
  "table{border-collapse:collapse;font-variant-numeric:tabular-nums;display:block;overflow-x:auto}" +
  "td,th{padding:.25rem .75rem;text-align:right;border-bottom:1px solid #dde3ea;white-space:nowrap}" +
  "td:first-child,th:first-child{text-align:left}.note{background:#fff6e0;padding:.75rem 1rem}small{font-weight:400}" +
  "svg{max-width:100%;height:auto}figure{margin:0}figcaption{color:#5a6675;font-size:13px}"

function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = (tag: "th" | "td", row: readonly Cell[]) =>
    row.map((cell) => `<${tag}>${escape(String(cell ?? "–"))}</${tag}>`).join("")
  return `<table><tr>${cells("th", head)}</tr>${rows.map((row) => `<tr>${cells("td", row)}</tr>`).join("")}</table>`
}

function percent(value: number | null, digits = 1): string | null {
  return value === null ? null : `${(100 * value).toFixed(digits)}%`
}

function range(bounds: readonly [number, number] | null, digits = 1): string | null {
  return bounds && bounds.map((bound) => (100 * bound).toFixed(digits)).join(" to ")
}

function fixed(value: number | null, digits = 3): string | null {
  return value === null ? null : value.toFixed(digits)
}

function whole(value: number): string {
  return value.toFixed(0)
}

function date(text: string): string {
  return text.slice(0, 10)
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")
}
