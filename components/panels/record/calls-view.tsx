import { useAppConfig } from "@/components/app/app-context"
import { CallsChart } from "@/components/charts/calls-chart"
import { ChartFrame } from "@/components/charts/chart-frame"
import { type Column, DataTable } from "@/components/ui/data-table"
import { signedPct, UNKNOWN, words } from "@/components/ui/format"
import { Instant } from "@/components/ui/instant"
import { DirectionBadge } from "@/components/ui/direction-badge"
import { Signed } from "@/components/ui/signed"
import { StatList } from "@/components/ui/stat-list"
import { directionWords, badgeDirectionOf } from "@/lib/client/format/direction"
import { marketPrice } from "@/lib/client/format/money"
import { useTimes } from "@/lib/client/browser/use-times"
import type { Call, Calls } from "@/lib/endpoints/record-calls/contract"
import { chartDataOf } from "./calls-chart-data"
import { callsSummary, figureStats } from "./calls-summary"

/** The calls of one coin: figures for live and for replayed calls, the chart and its table. */
export function CallsView({ answer }: { readonly answer: Calls }) {
  const { coin, days, calls, figures, horizon } = answer
  const picture = chartDataOf(answer, useTimes())
  if (calls.length === 0) {
    return (
      <p className="empty">
        No call on {coin} was sealed in these {days} days. The next one comes with the next 4h close.
      </p>
    )
  }
  const isReplayed = calls.some(({ kind }) => kind === "replay")
  return (
    <>
      <div className="calls-figures">
        <section aria-label="Live calls">
          <h4>
            Live <span className="muted">each sealed before its outcome</span>
          </h4>
          {figures.live_paper.ranges.n === 0 ? (
            <p className="muted">No live call has settled yet: each does 24 hours after its close.</p>
          ) : (
            <StatList stats={figureStats(figures.live_paper, horizon)} />
          )}
        </section>
        {isReplayed ? (
          <section aria-label="Replayed calls">
            <h4>
              Replayed, hypothetical <span className="muted">never counted as live</span>
            </h4>
            <StatList stats={figureStats(figures.replay, horizon)} />
          </section>
        ) : null}
      </div>
      {picture === null ? (
        <p className="muted">One close makes no line yet: the next one comes within four hours.</p>
      ) : (
        <ChartFrame
          name={`Calls on ${coin}, ${days} days`}
          summary={callsSummary(answer)}
          table={<CallsTable coin={coin} calls={calls} asOf={answer.timestamp} />}
        >
          <CallsKey isReplayed={isReplayed} />
          <CallsChart picture={picture} />
        </ChartFrame>
      )}
    </>
  )
}

type CallsTableProps = { readonly coin: string; readonly calls: readonly Call[]; readonly asOf: string }

/** Calls with their outcomes, the newest first. */
export function CallsTable({ coin, calls, asOf }: CallsTableProps) {
  const { mode } = useAppConfig()
  return (
    <DataTable
      caption={`Calls on ${coin}`}
      columns={columns}
      rows={calls.toReversed()}
      keyOf={({ id }) => id}
      widthRem={61}
      csv={{ name: `calls-${coin}`, meta: { as_of: asOf, mode }, records: calls }}
    />
  )
}

export function CallsKey({ isReplayed }: { readonly isReplayed: boolean }) {
  return (
    <ul className="legend calls-key">
      <li>
        <i data-key="close" /> 4h close
      </li>
      <li>
        <i data-key="band" /> 80% range stated 24h before
      </li>
      <li>
        <i data-key="stray" /> outside its range
      </li>
      <li>
        <i data-key="lean" /> lean, not scored
      </li>
      {isReplayed ? (
        <li>
          <i data-key="replayed" /> replayed, hypothetical
        </li>
      ) : null}
    </ul>
  )
}

const columns: readonly Column<Call>[] = [
  {
    name: "Close",
    cell: ({ decided_at, kind }) => (
      <>
        <Instant at={decided_at} /> {kind === "replay" ? <small className="under">replayed, hypothetical</small> : null}
      </>
    ),
  },
  { name: "Price", numeric: true, cell: ({ price }) => marketPrice(price) },
  {
    name: "Call",
    cell: ({ direction }) =>
      direction === null ? (
        "sealed"
      ) : (
        <DirectionBadge direction={badgeDirectionOf(direction)}>{directionWords(direction)}</DirectionBadge>
      ),
  },
  {
    name: "80% range",
    numeric: true,
    cell: ({ range }) => (range === null ? UNKNOWN : `${marketPrice(range.low)} to ${marketPrice(range.high)}`),
  },
  { name: "24h later", numeric: true, cell: ({ outcome }) => (outcome ? marketPrice(outcome.price) : UNKNOWN) },
  {
    name: "Return",
    numeric: true,
    cell: ({ outcome }) => (outcome ? <Signed value={outcome.return_pct} format={signedPct} /> : UNKNOWN),
  },
  { name: "Outcome", cell: ({ outcome }) => (outcome ? words(outcome.verdict) : UNKNOWN) },
  { name: "Range", cell: ({ outcome }) => rangeWord(outcome?.inside ?? null) },
]

function rangeWord(inside: boolean | null): string {
  return inside === null ? UNKNOWN : inside ? "held" : "left"
}
