import { SourceUnavailableError } from "@/lib/outbound/errors"

/** Points in time, ascending, each instant once, never empty. `asOfMs` is the time of the last one. */
export type Series<Point extends { readonly atMs: number }> = {
  readonly points: readonly Point[]
  readonly asOfMs: number
  readonly droppedRows: number
}

/**
 * Sorts points by time and keeps the last one for each time.
 *
 * @throws {SourceUnavailableError} when there is none.
 */
export function toSeries<Point extends { readonly atMs: number }>(
  host: string,
  points: readonly Point[],
  droppedRows: number,
): Series<Point> {
  const byTime = new Map(points.map((point) => [point.atMs, point]))
  const sorted = [...byTime.values()].sort((a, b) => a.atMs - b.atMs)
  const last = sorted.at(-1)
  if (last === undefined) {
    throw new SourceUnavailableError({ kind: "stale", host, message: `${host} has no values for this question.` })
  }
  return { points: sorted, asOfMs: last.atMs, droppedRows }
}

/**
 * The first row of an answer that holds one.
 *
 * @throws {SourceUnavailableError} when there is none.
 */
export function firstRow<Row>(host: string, { rows }: { readonly rows: readonly Row[] }): Row {
  const row = rows[0]
  if (row !== undefined) return row
  throw new SourceUnavailableError({ kind: "stale", host, message: `${host} has no value for this question.` })
}
