import { parse } from "node-html-parser"
import { SourceMalformedError } from "@/lib/outbound/errors"

/** The readable days, and the number of days with a cell that is not an amount. */
export type FlowTable = { readonly rows: readonly FlowRow[]; readonly droppedRows: number }

/** One day as written: flows in US$ millions, `null` where nothing is reported. */
export type FlowRow = {
  readonly atMs: number
  readonly totalUsdM: number
  readonly usdMByFund: Readonly<Record<string, number | null>>
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/**
 * Reads the flow table by its header names: columns are added over time.
 *
 * Rows that do not begin with a date (fees, seed capital, totals) are skipped. A day without any value is skipped.
 *
 * A day with a cell that is not an amount (`n/a`) is dropped and counted.
 *
 * @throws {SourceMalformedError} when there is no such table.
 */
export function readFlowTable(html: string, host: string): FlowTable {
  const rows = (parse(html).querySelector("table.etf")?.querySelectorAll("tr") ?? []).map((row) =>
    row.querySelectorAll("th,td").map((cell) => cell.text.trim()),
  )
  const header = rows.find((cells) => cells.filter(isTicker).length >= 3)
  if (header === undefined) {
    throw new SourceMalformedError({ kind: "upstream_text_error", host, message: `${host} shows no flow table.` })
  }
  const columns = header.flatMap((name, index) => (isTicker(name) ? [{ name, index }] : []))
  const days = rows.flatMap((cells): readonly (FlowRow | undefined)[] => {
    const atMs = readDate(cells[0] ?? "")
    if (atMs === null) return []
    const amounts = columns.map(({ index }) => readUsdM(cells[index] ?? ""))
    const total = readUsdM(cells.at(-1) ?? "")
    if (total === undefined || amounts.includes(undefined)) return [undefined]
    if (amounts.every((usdM) => usdM === null)) return []
    const flows = columns.map(({ name }, column) => [name, amounts[column] ?? null] as const)
    return [{ atMs, totalUsdM: total ?? 0, usdMByFund: Object.fromEntries(flows) }]
  })
  const readable = days.filter((day) => day !== undefined)
  return { rows: readable, droppedRows: days.length - readable.length }
}

function isTicker(text: string): boolean {
  return /^[A-Z]{3,5}$/.test(text)
}

/** `11 Jan 2024` as 00:00 UTC. */
function readDate(text: string): number | null {
  const match = /^(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})$/.exec(text)
  const month = MONTHS.indexOf(match?.[2] ?? "")
  return match && month >= 0 ? Date.UTC(Number(match[3]), month, Number(match[1])) : null
}

/**
 * `1,234.5`; `(95.1)`, `-95.1` or `−95.1` for a negative, also with a footnote mark; `-` or nothing where a fund has not
 * reported. `undefined` for anything else.
 */
function readUsdM(text: string): number | null | undefined {
  const cell = text.replace(/[*†]+$/, "").replaceAll(/\s/g, "")
  if (text === "" || text === "-" || text === "–") return null
  const match = /^(?:\((?<inner>[\d,]+(?:\.\d+)?)\)|(?<minus>[-−–])?(?<plain>[\d,]+(?:\.\d+)?))$/.exec(cell)?.groups
  const amount = Number((match?.["inner"] ?? match?.["plain"])?.replaceAll(",", "") ?? Number.NaN)
  if (!Number.isFinite(amount)) return undefined
  return match?.["inner"] === undefined && match?.["minus"] === undefined ? amount : 0 - amount
}
