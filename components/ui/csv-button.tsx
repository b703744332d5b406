"use client"

import { downloadText } from "@/lib/client/browser/download"
import { recordsToCsv } from "@/lib/client/format/csv"

/** The data of a table as a file. */
export type CsvFile = {
  /** The middle part of the file name, between the service and the date. */
  readonly name: string
  readonly meta: { readonly as_of: string; readonly mode: "sandbox" | "live" }
  /** Full values under the names of the API, neither shortened nor rounded. */
  readonly records: readonly object[]
}

type CsvButtonProps = {
  /** The name of the table, for screen reader users. */
  readonly of: string
  readonly file: CsvFile
}

/** Downloads a table as CSV, created in the browser. Renders nothing for an empty table. */
export function CsvButton({ of, file }: CsvButtonProps) {
  if (file.records.length === 0) return null
  return (
    <button
      className="csv-button"
      type="button"
      aria-label={`Download ${of} as CSV`}
      onClick={() => downloadText(fileName(file), "text/csv;charset=utf-8", recordsToCsv(file.records))}
    >
      <span aria-hidden="true">↓ CSV</span>
    </button>
  )
}

/** `signal402-sandbox-yields-2026-11-20T1200Z.csv`: the name marks simulated data. */
function fileName({ name, meta: { as_of, mode } }: CsvFile): string {
  const parts = ["signal402", ...(mode === "live" ? [] : [mode]), name, `${as_of.slice(0, 16).replace(":", "")}Z`]
  return `${parts.join("-")}.csv`
}
