import type { Purchase } from "./payers"

/** What payers met in one step of the rehearsal. */
export type Row = {
  readonly what: string
  readonly measured: string
  readonly attempts: number
  readonly "first try": number
  readonly "in the end": number
  readonly p50: string
  readonly slowest: string
  readonly "signed in vain": number
  readonly "charged wrongly": number
}

export function rowOf(what: string, measured: string, purchases: readonly Purchase[], wrong = 0): Row {
  const times = purchases
    .flatMap(({ startedMs, deliveredMs }) => (deliveredMs === null ? [] : [deliveredMs - startedMs]))
    .toSorted((a, b) => a - b)
  const at = (share: number) => {
    const time = times[Math.min(times.length - 1, Math.floor(times.length * share))]
    return time === undefined ? "–" : inSeconds(time)
  }
  return {
    what,
    measured,
    attempts: purchases.length,
    "first try": purchases.filter(({ deliveredMs, requests }) => deliveredMs !== null && requests === 2).length,
    "in the end": times.length,
    p50: at(0.5),
    slowest: at(1),
    "signed in vain": purchases.reduce((sum, { signedInVain }) => sum + signedInVain, 0),
    "charged wrongly": wrong,
  }
}

export function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}

const HEAD = `| While payers buy | Attempts | First try | In the end | Slowest | Signed in vain | Charged wrongly |
|---|---|---|---|---|---|---|`

/** The table of a document with new rows in the place of those of the same name; other rows stay. */
export function mergedTable(table: string, rows: readonly Row[]): string {
  const lines = new Map(
    table
      .trim()
      .split("\n")
      .slice(2)
      .map((line) => [line.split(" | ")[0]?.slice(2), line]),
  )
  for (const row of rows) lines.set(row.what, lineOf(row))
  return [HEAD, ...lines.values()].join("\n")
}

function lineOf(row: Row): string {
  const cells = [
    row.what,
    row.attempts,
    row["first try"],
    row["in the end"],
    row.slowest,
    row["signed in vain"],
    row["charged wrongly"],
  ]
  return `| ${cells.join(" | ")} |`
}
