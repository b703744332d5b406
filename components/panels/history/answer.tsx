"use client"

import { useAppConfig } from "@/components/app/app-context"
import { CallsChart } from "@/components/charts/calls-chart"
import { ChartFrame } from "@/components/charts/chart-frame"
import { RawAnswer } from "@/components/panels/raw-answer"
import { chartDataOf } from "@/components/panels/record/calls-chart-data"
import { CallsKey, CallsTable } from "@/components/panels/record/calls-view"
import { count } from "@/components/ui/format"
import { StatList } from "@/components/ui/stat-list"
import type { ResponseOf } from "@/lib/api/contract"
import { downloadText } from "@/lib/client/browser/download"
import { useTimes } from "@/lib/client/browser/use-times"
import { recordsToCsv } from "@/lib/client/format/csv"
import { historyContract } from "@/lib/endpoints/history/contract"
import { callsOf, recordsOf } from "./history-calls"

type History = ResponseOf<typeof historyContract>

/** Bought calls against what came: chart, counts, and the data as files of both formats. */
export function Answer({ body }: { readonly body: unknown }) {
  const parsed = historyContract.response.safeParse(body)
  return parsed.success ? <HistoryView answer={parsed.data} /> : <RawAnswer body={body} />
}

function HistoryView({ answer }: { readonly answer: History }) {
  const { coin, days, rows, withheld, next_from, next_sold_at } = answer
  const times = useTimes()
  const records = recordsOf(answer)
  const calls = callsOf(records)
  const picture = chartDataOf({ calls: [...calls], days: days.length, horizon: "24h" }, times)
  const settled = calls.flatMap(({ outcome }) => outcome ?? [])
  const ranged = settled.filter(({ inside }) => inside !== null)
  const scored = calls.filter(
    ({ direction, outcome }) => direction?.startsWith("LEAN_") === false && /WIN|LOSS/.test(outcome?.verdict ?? ""),
  )
  const replayed = calls.filter(({ kind }) => kind === "replay").length
  const summary = `${count(rows)} calls on ${coin} of ${days.length} ${days.length === 1 ? "day" : "days"}${
    replayed === 0
      ? ""
      : replayed === calls.length
        ? ", replayed, hypothetical"
        : `, ${replayed} of them replayed, hypothetical`
  }.`
  return (
    <div className="answer">
      <StatList
        stats={[
          {
            name: "24h ranges held",
            value: `${ranged.filter(({ inside }) => inside).length} of ${ranged.length}`,
            note: "80% promised",
          },
          {
            name: "Calls won",
            value: `${scored.filter(({ outcome }) => outcome?.verdict === "WIN").length} of ${scored.length}`,
            note: "leans not counted; the 24h windows overlap",
          },
        ]}
      />
      {picture === null ? (
        <p className="hint">{summary}</p>
      ) : (
        <ChartFrame
          name={`Bought calls on ${coin}`}
          summary={summary}
          table={<CallsTable coin={coin} calls={calls} asOf={answer.timestamp} />}
        >
          <CallsKey isReplayed={replayed > 0} />
          <CallsChart picture={picture} />
        </ChartFrame>
      )}
      <Files answer={answer} records={records} />
      {withheld.map(({ source, columns }) => (
        <p className="meta-warning" key={source}>
          <strong>Left out by the terms of {source}:</strong>{" "}
          {columns.includes("*") ? "whole calls" : columns.join(", ")}
        </p>
      ))}
      <p className="hint">
        The next day is {next_from}, sold from {times.text(next_sold_at)}.
      </p>
    </div>
  )
}

/** Every bought field, also those that are not drawn, in both formats whichever was bought. */
function Files({ answer, records }: { readonly answer: History; readonly records: readonly object[] }) {
  const { mode } = useAppConfig()
  const { coin, from, to, format, data } = answer
  const name = ["signal402", ...(mode === "live" ? [] : [mode]), "history", coin, from, to].join("-")
  const lines = format === "jsonl" ? data : records.map((record) => `${JSON.stringify(record)}\n`).join("")
  const csv = format === "csv" ? data : recordsToCsv(records)
  return (
    <p className="panel-actions">
      <button
        className="button"
        type="button"
        onClick={() => downloadText(`${name}.jsonl`, "application/x-ndjson;charset=utf-8", lines)}
      >
        ↓ JSON lines
      </button>
      <button
        className="button"
        type="button"
        onClick={() => downloadText(`${name}.csv`, "text/csv;charset=utf-8", csv)}
      >
        ↓ CSV
      </button>
    </p>
  )
}
