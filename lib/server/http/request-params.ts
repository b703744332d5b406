import type { core, z } from "zod"
import { type Contract, fillPath, type Params, underApi } from "@/lib/api/contract"
import { InvalidParamsError } from "@/lib/domain/errors"

/** Dynamic segments as Next.js passes them; empty for a path without any. */
export type PathSegments = Readonly<Record<string, string | readonly string[] | undefined>>

/** Parsed parameters, the canonical URL of the request, and the names of unknown query parameters. */
export type RequestParams<C extends Contract> = {
  readonly params: Params<C>
  readonly url: string
  readonly ignored: readonly string[]
}

/** A query may contain thousands of unknown names. Only the first ones are reported. */
const MAX_NAMES = 10
const MAX_NAME_LENGTH = 100

/**
 * Parses path and query by the contract.
 *
 * Unknown query parameters are ignored, so that a cache buster never costs a payment, and reported, so that a misspelt
 * parameter is noticed before the payment. A known parameter that is repeated or invalid is rejected before any price;
 * a list may be repeated instead of commas.
 *
 * @throws {InvalidParamsError}
 */
export function parseRequestParams<C extends Contract>(
  contract: C,
  segments: PathSegments | undefined,
  search: URLSearchParams,
): RequestParams<C> {
  const path = segments ?? {}
  const query: Record<string, string> = {}
  for (const name of Object.keys(contract.queryParams.shape).sort()) {
    const given = search.getAll(name)
    const values = contract.lists?.includes(name) && given.length > 1 ? [given.join(",")] : given
    if (values.length > 1) throw new InvalidParamsError("invalid_query", { [name]: "given more than once" })
    if (values[0] !== undefined) query[name] = values[0]
  }
  const pathValues = parsed("invalid_path", contract.pathParams, path) as PathSegments
  const params = { ...pathValues, ...parsed("invalid_query", contract.queryParams, query) }
  // The parsed path, because `/signal/btc` is served as `/signal/BTC`.
  const url = canonicalUrl(contract, pathValues, query)
  // The outputs of both schemas are exactly `Params`; the spread loses that type.
  return { params: params as Params<C>, url, ignored: unknownIn(contract, search) }
}

function unknownIn({ queryParams }: Contract, search: URLSearchParams): readonly string[] {
  const names = [...new Set(search.keys())].filter((name) => !Object.hasOwn(queryParams.shape, name))
  return names.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME_LENGTH))
}

/** `/api/signal/BTC?risk=moderate`: known parameters only, in alphabetical order. */
function canonicalUrl(contract: Contract, path: PathSegments, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query).toString()
  return `${underApi(fillPath(contract.path, path))}${search === "" ? "" : `?${search}`}`
}

function parsed<S extends z.ZodType>(code: "invalid_path" | "invalid_query", schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input, { error: messageOf })
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) fields[issue.path.join(".")] ??= issue.message
  throw new InvalidParamsError(code, fields)
}

/** Messages in the style of the contracts' own; `undefined` leaves zod's message. */
function messageOf(issue: core.$ZodRawIssue): string | undefined {
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
