"use client"

import { downloadText } from "@/lib/client/browser/download"
import { recordsToCsv } from "@/lib/client/format/csv"

/** What a table is made from, as a file. */
export type CsvFile = {
  /** What the file is called, besides whose it is and as of when. */
  readonly name: string
  readonly meta: { readonly as_of: string; readonly mode: "sandbox" | "live" }
  /** Full values under the names of the API: what the screen shortens and rounds is whole here. */
  readonly records: readonly object[]
}

type CsvButtonProps = {
  /** What the table is called, for who does not see which one it stands under. */
  readonly of: string
  readonly file: CsvFile
}

/** Hands the reader a table as a file; nothing where the table is empty. Nothing leaves the browser. */
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

/** `signal402-sandbox-yields-2026-11-20T1200Z.csv`: what was simulated says so wherever it is found again. */
function fileName({ name, meta: { as_of, mode } }: CsvFile): string {
  const parts = ["signal402", ...(mode === "live" ? [] : [mode]), name, `${as_of.slice(0, 16).replace(":", "")}Z`]
  return `${parts.join("-")}.csv`
}
