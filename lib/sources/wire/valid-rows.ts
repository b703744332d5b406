import { z } from "zod"
import { SourceMalformedError } from "@/lib/outbound/errors"

const MAX_DROPPED_RATIO = 0.2

/** What is left of a provider's rows once single bad ones are dropped. */
export type ValidRows<Row> = { readonly rows: readonly Row[]; readonly droppedRows: number }

/**
 * An array of which single bad rows are dropped and counted.
 *
 * More than 20% bad rows, or more than `max` rows, refuse the whole answer: then the shape changed.
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
 * The rows of a list that cannot be empty: then it is a fault, not a world without what it lists.
 *
 * @throws {SourceMalformedError}
 */
export function requireRows<Row>(host: string, { rows }: Pick<ValidRows<Row>, "rows">): readonly Row[] {
  if (rows.length > 0) return rows
  throw new SourceMalformedError({ kind: "schema", host, message: `${host} sent an empty list.` })
}

/** Whether so many rows were bad that the others cannot be trusted either. */
export function tooManyDropped(droppedRows: number, totalRows: number): boolean {
  return droppedRows > totalRows * MAX_DROPPED_RATIO
}
