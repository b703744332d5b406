/** How one parameter narrows the rows of an answer. `P`: the parsed query. */
type RowFilter<Row, P> = {
  /** Whether each row for `to` is also a row for `from`. */
  readonly includes: (from: P, to: P, nowMs: number) => boolean
  /** Whether a row is a row for `to`; `null`: the answer has rounded or left out the value that decides. */
  readonly keeps: (row: Row, to: P, nowMs: number) => boolean | null
}

/** What an endpoint knows about its rows, so that a buyer filters them without buying them again. */
export type RowRules<Row, Answer, P> = {
  readonly filters: readonly RowFilter<Row, P>[]
  /** The lists of the answer in the order of the service, and whether each ends where the service's list ends. */
  readonly lists: (answer: Answer, from: P) => readonly { readonly rows: readonly Row[]; readonly isWhole: boolean }[]
  /** The most rows of a list. */
  readonly limit: (to: P) => number
  /** The answer with other rows; `null`: only the service can give it. */
  readonly withRows: (answer: Answer, lists: readonly (readonly Row[])[], to: P) => Answer | null
}

export type Narrowed<Answer> = {
  readonly answer: Answer
  /** These are all rows that the service would sell. False: the owned list ended before. */
  readonly isComplete: boolean
}

/**
 * The answer to a narrower request, from an owned answer to `from`; `null`: `to` asks for rows that may not be among the
 * owned ones. A list is a prefix of the service's list, so what is left of it is a prefix of the narrower list. Pure.
 */
export function narrow<Row, Answer extends { readonly timestamp: string }, P>(
  rules: RowRules<Row, Answer, P>,
  owned: Answer,
  { from, to }: { readonly from: P; readonly to: P },
): Narrowed<Answer> | null {
  const nowMs = Date.parse(owned.timestamp)
  if (!rules.filters.every(({ includes }) => includes(from, to, nowMs))) return null
  const limit = rules.limit(to)
  let isComplete = true
  const lists: Row[][] = []
  for (const { rows, isWhole } of rules.lists(owned, from)) {
    const kept: Row[] = []
    for (const row of rows) {
      const verdicts = new Set(rules.filters.map(({ keeps }) => keeps(row, to, nowMs)))
      if (verdicts.has(false)) continue
      if (verdicts.has(null)) return null
      kept.push(row)
    }
    if (kept.length < limit && !isWhole) isComplete = false
    lists.push(kept.slice(0, limit))
  }
  const answer = rules.withRows(owned, lists, to)
  return answer && { answer, isComplete }
}

/** A parameter with one value that stands for all: `chain=all`. */
export function only<Row, P, V>(
  of: (query: P) => V,
  { all, value }: { readonly all: V; readonly value: (row: Row) => V | null },
): RowFilter<Row, P> {
  return {
    includes: (from, to) => of(from) === all || of(from) === of(to),
    keeps: (row, to) => of(to) === all || value(row) === of(to),
  }
}

type Bound<Row, P> = {
  readonly bound: (query: P) => number | undefined
  readonly value: (row: Row) => number | null
  /** The answer rounds the value to this unit. */
  readonly unit: number
}

/** A lower bound. A value within its rounding of the bound decides nothing. */
export function atLeast<Row, P>({ bound, value, unit }: Bound<Row, P>): RowFilter<Row, P> {
  return {
    includes: (from, to) => (bound(to) ?? Number.NEGATIVE_INFINITY) >= (bound(from) ?? Number.NEGATIVE_INFINITY),
    keeps: (row, to) => isAbove(value(row), bound(to), unit),
  }
}

/** An upper bound. */
export function atMost<Row, P>({ bound, value, unit }: Bound<Row, P>): RowFilter<Row, P> {
  return {
    includes: (from, to) => (bound(to) ?? Number.POSITIVE_INFINITY) <= (bound(from) ?? Number.POSITIVE_INFINITY),
    keeps(row, to) {
      const [of, limit] = [value(row), bound(to)]
      return isAbove(of === null ? null : -of, limit === undefined ? undefined : -limit, unit)
    },
  }
}

function isAbove(value: number | null, bound: number | undefined, unit: number): boolean | null {
  if (bound === undefined) return true
  if (value === null) return null
  if (value - unit >= bound) return true
  return value + unit < bound ? false : null
}
