import { type ColumnBuilderCallback, type ColumnDataType, type Kysely, type RawBuilder, sql } from "kysely"
import { isPostgres } from "./dialect"

type ColumnType = [type: ColumnDataType | RawBuilder<unknown>, build?: ColumnBuilderCallback]

/** A primary key that grows with every row. */
export function serial<T>(db: Kysely<T>): ColumnType {
  return isPostgres(db)
    ? ["bigint", (column) => column.primaryKey().generatedAlwaysAsIdentity()]
    : ["integer", (column) => column.primaryKey().autoIncrement()]
}

/** Atomic units of up to 256 bits. SQLite would round a number of that size, so there it is a text of digits. */
export function atomicUnits<T>(db: Kysely<T>): ColumnDataType | RawBuilder<unknown> {
  return isPostgres(db) ? sql`numeric(78, 0)` : "text"
}
