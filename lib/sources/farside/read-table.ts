import { parse } from "node-html-parser"
import { SourceMalformedError } from "@/lib/outbound/errors"

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
 * Rows that do not begin with a date (fees, seed capital, totals) are no days. A day without any value is left out.
 *
 * @throws {SourceMalformedError} when there is no such table, or a day holds text where a number belongs.
 */
export function readFlowTable(html: string, host: string): readonly FlowRow[] {
  const rows = (parse(html).querySelector("table.etf")?.querySelectorAll("tr") ?? []).map((row) =>
    row.querySelectorAll("th,td").map((cell) => cell.text.trim()),
  )
  const header = rows.find((cells) => cells.filter(isTicker).length >= 3)
  if (header === undefined) {
    throw new SourceMalformedError({ kind: "upstream_text_error", host, message: `${host} shows no flow table.` })
  }
  const columns = header.flatMap((name, index) => (isTicker(name) ? [{ name, index }] : []))
  return rows.flatMap((cells) => {
    const atMs = readDate(cells[0] ?? "")
    if (atMs === null) return []
    const flows = columns.map(({ name, index }) => [name, readUsdM(cells[index] ?? "", host)] as const)
    if (flows.every(([, usdM]) => usdM === null)) return []
    return [{ atMs, totalUsdM: readUsdM(cells.at(-1) ?? "", host) ?? 0, usdMByFund: Object.fromEntries(flows) }]
  })
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

/** `1,234.5`, `(95.1)` for a negative, `-` or nothing where a fund has not reported. */
function readUsdM(text: string, host: string): number | null {
  if (text === "" || text === "-") return null
  const match = /^(\()?([\d,]+(?:\.\d+)?)\)?$/.exec(text)
  const amount = Number(match?.[2]?.replaceAll(",", "") ?? Number.NaN)
  if (Number.isFinite(amount)) return match?.[1] === undefined ? amount : 0 - amount
  const message = `${host} wrote "${text.slice(0, 40)}" where a flow belongs.`
  throw new SourceMalformedError({ kind: "schema", host, message })
}
