import { z } from "zod"
import { Direction } from "@/lib/api/fields"
import type { ResponseOf } from "@/lib/api/contract"
import { parseJson } from "@/lib/domain/parse-json"
import type { historyContract } from "@/lib/endpoints/history/contract"
import type { Call } from "@/lib/endpoints/record-calls/contract"

type History = ResponseOf<typeof historyContract>
const Cells = z.record(z.string(), z.unknown())
type Cells = Readonly<z.output<typeof Cells>>

/** The fields of a line that are drawn. A field whose source forbids its sale is `null`. */
const Line = z.object({
  id: z.string(),
  decided_at: z.iso.datetime(),
  kind: z.enum(["live_paper", "replay"]),
  price: z.number().nullish(),
  direction: Direction.nullish(),
  degraded: z.boolean().nullish(),
  low80_24h: z.number().nullish(),
  high80_24h: z.number().nullish(),
  outcome_24h: z.enum(["WIN", "LOSS", "NEUTRAL", "VOID"]).nullish(),
  exit_price_24h: z.number().nullish(),
  exit_at_24h: z.iso.datetime().nullish(),
  return_pct_24h: z.number().nullish(),
  inside_24h: z.boolean().nullish(),
})

/** The lines of an answer, of either format, as records. A line that cannot be read is left out. Pure. */
export function recordsOf({ data, format }: Pick<History, "data" | "format">): readonly Cells[] {
  const lines = data.split(/\r?\n/).filter((line) => line !== "")
  if (format === "jsonl") {
    const read = lines.map((line) => Cells.safeParse(parseJson(line)))
    return read.flatMap((result) => (result.success ? [result.data] : []))
  }
  const [head = "", ...rows] = lines
  const columns = head.split(",")
  // No text of these rows has a comma or a quote.
  return rows.map((row) =>
    Object.fromEntries(row.split(",").map((cell, index) => [columns[index] ?? "", valueOf(cell)])),
  )
}

/** The calls whose price may be shown, with their outcome after 24h. Pure. */
export function callsOf(records: readonly Cells[]): readonly Call[] {
  return records.flatMap((record) => {
    const { data: line } = Line.safeParse(record)
    if (line?.price == null) return []
    const { id, decided_at, kind, price, direction = null, degraded = null } = line
    const { low80_24h: low, high80_24h: high } = line
    const range = low == null || high == null ? null : { low, high }
    return [{ id, decided_at, kind, price, direction, degraded, range, outcome: outcomeOf(line) }]
  })
}

function outcomeOf(line: z.output<typeof Line>): Call["outcome"] {
  const { outcome_24h: verdict, exit_price_24h: price, exit_at_24h: at, return_pct_24h } = line
  if (verdict == null || price == null || at == null) return null
  return { verdict, price, at, return_pct: return_pct_24h ?? 0, inside: line.inside_24h ?? null }
}

function valueOf(cell: string): string | number | boolean | null {
  if (cell === "") return null
  if (cell === "true" || cell === "false") return cell === "true"
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(cell) ? Number(cell) : cell
}
