import { z } from "zod"
import { SourceMalformedError } from "@/lib/outbound/errors"

const MAX_DROPPED_RATIO = 0.2

/** The valid rows of an answer, and the number of dropped ones. */
export type ValidRows<Row> = { readonly rows: readonly Row[]; readonly droppedRows: number }

/**
 * An array whose invalid rows are dropped and counted.
 *
 * More than 20% invalid rows, or more than `max` rows, reject the whole answer, because the shape changed.
 */
export function validRows<Row>(row: z.ZodType<Row>, max: number): z.ZodType<ValidRows<Row>> {
  return z
    .array(z.unknown())
    .max(max)
    .transform((candidates, context): ValidRows<Row> => {
      const rows = candidates.flatMap((candidate) => {
        const parsed = row.safeParse(candidate)
        return parsed.success ? [parsed.data] : []
      })
      const droppedRows = candidates.length - rows.length
      if (tooManyDropped(droppedRows, candidates.length)) {
        context.addIssue({ code: "custom", message: `${droppedRows} of ${candidates.length} rows are unreadable` })
      }
      return { rows, droppedRows }
    })
}

/**
 * Returns the rows of a list that is never empty in practice.
 *
 * @throws {SourceMalformedError}
 */
export function requireRows<Row>(host: string, { rows }: Pick<ValidRows<Row>, "rows">): readonly Row[] {
  if (rows.length > 0) return rows
  throw new SourceMalformedError({ kind: "schema", host, message: `${host} sent an empty list.` })
}

/** Whether more than 20% of the rows are invalid. */
export function tooManyDropped(droppedRows: number, totalRows: number): boolean {
  return droppedRows > totalRows * MAX_DROPPED_RATIO
}
