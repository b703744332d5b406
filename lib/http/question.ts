import type { core, z } from "zod"
import { type Contract, fillPath, type Params, underApi } from "@/lib/api/contract"
import { AppError } from "@/lib/domain/errors"

/** Dynamic segments as Next hands them over: none at all on a path that has none. */
export type PathSegments = Readonly<Record<string, string | readonly string[] | undefined>>

/** A parsed request: what is asked, its one canonical URL, and the names of the parameters that say nothing here. */
export type Question<C extends Contract> = {
  readonly params: Params<C>
  readonly url: string
  readonly ignored: readonly string[]
}

/** A query may hold thousands of names; its sender has read enough after these, and of each. */
const MOST_NAMED = 10
const LONGEST_NAME = 100

/**
 * Parses path and query by the contract.
 *
 * Unknown query parameters are ignored, so that a cache buster never costs a payment, and named, so that nobody pays
 * for another question than was meant; a known one that is given twice or with a bad value is refused before any price.
 *
 * @throws {InvalidQuestionError}
 */
export function parseQuestion<C extends Contract>(
  contract: C,
  segments: PathSegments | undefined,
  search: URLSearchParams,
): Question<C> {
  const path = segments ?? {}
  const query: Record<string, string> = {}
  for (const name of Object.keys(contract.queryParams.shape).sort()) {
    const values = search.getAll(name)
    if (values.length > 1) throw new InvalidQuestionError("invalid_query", { [name]: "given more than once" })
    if (values[0] !== undefined) query[name] = values[0]
  }
  const params = {
    ...parsed("invalid_path", contract.pathParams, path),
    ...parsed("invalid_query", contract.queryParams, query),
  }
  // The two schemas' outputs are exactly what `Params` names; the spread loses that.
  return { params: params as Params<C>, url: canonicalUrl(contract, path, query), ignored: unknownIn(contract, search) }
}

function unknownIn({ queryParams }: Contract, search: URLSearchParams): readonly string[] {
  const names = [...new Set(search.keys())].filter((name) => !Object.hasOwn(queryParams.shape, name))
  return names.slice(0, MOST_NAMED).map((name) => name.slice(0, LONGEST_NAME))
}

/** `/api/signal/BTC?risk=moderate`: known parameters only, in alphabetical order. */
function canonicalUrl(contract: Contract, path: PathSegments, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query).toString()
  return `${underApi(fillPath(contract.path, path))}${search === "" ? "" : `?${search}`}`
}

function parsed<S extends z.ZodType>(code: "invalid_path" | "invalid_query", schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input, { error: wordsOf })
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) fields[issue.path.join(".")] ??= issue.message
  throw new InvalidQuestionError(code, fields)
}

/** In the words of the contracts' own messages; `undefined`: zod's are as good. */
function wordsOf(issue: core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return "is required"
  if (issue.code === "invalid_format" && issue.format === "datetime") {
    return "must be a time in UTC, such as 2026-11-20T12:00:00Z"
  }
  if (issue.code === "invalid_value") return `must be ${oneOf(issue.values.map(String))}`
  if (issue.code === "too_small") return `must be at least ${issue.minimum}`
  return issue.code === "too_big" ? `must be at most ${issue.maximum}` : undefined
}

function oneOf(words: readonly string[]): string {
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" or ")
}

/** Names each bad field; nothing was priced, nothing charged. */
export class InvalidQuestionError extends AppError {
  override readonly name = "InvalidQuestionError"
  readonly code: "invalid_path" | "invalid_query"

  constructor(code: "invalid_path" | "invalid_query", fields: Readonly<Record<string, string>>) {
    const list = Object.entries(fields).map(([field, message]) => `${field}: ${message}`)
    super(list.join("; "), { details: fields })
    this.code = code
  }
}
