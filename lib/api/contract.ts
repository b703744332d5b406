import type { z } from "zod"
import type { Usdc } from "@/lib/domain/usdc"
import type { Freshness } from "./freshness"

/** A closed map of parameters, each a string schema: what a URL can carry. */
export type ParamsSchema = z.ZodObject<Readonly<Record<string, z.ZodType>>>

/**
 * The contract of one endpoint. Routes, 402 responses, service info, OpenAPI, the browser client and tests are derived from
 * it, so each fact about an endpoint is written once.
 */
export type Contract<
  Path extends ParamsSchema = ParamsSchema,
  Query extends ParamsSchema = ParamsSchema,
  Response extends z.ZodType<object> = z.ZodType<object>,
> = ContractTerms<Path, Query, Response> & {
  /** A complete, valid answer. A test keeps it true to the schema. */
  readonly example: z.input<Response>
}

type ContractTerms<Path extends ParamsSchema, Query extends ParamsSchema, Response extends z.ZodType<object>> = {
  /** Stable name: `operationId` in OpenAPI, key in the catalogue, column in the ledger. */
  readonly id: string
  /** Path below `/api`, with `{name}` for path parameters: `/signal/{coin}`. */
  readonly path: `/${string}`
  /** `null`: free. */
  readonly price: Usdc | null
  /** Limits of a price that depends on the parameters. `price` is then that of the example call. */
  readonly priceRange?: { readonly min: Usdc; readonly max: Usdc }
  readonly title: string
  /** One sentence for buyers, under 200 characters, because each 402 contains it. */
  readonly description: string
  /** More facts, for documents. Tools and each 402 leave them out, because a model reads them before it chooses. */
  readonly details?: string
  readonly tags: readonly string[]
  /**
   * What a request does besides answering: a purchase creates something new each time, or a signed request changes something.
   * Absent: nothing.
   */
  readonly effect?: "creates" | "changes"
  /** Update period and maximum ages of the inputs; absent for free endpoints. */
  readonly freshness?: Freshness
  readonly pathParams: Path
  readonly queryParams: Query
  readonly response: Response
  /** A query parameter of coins, each of which has versions of its own. Absent: all queries of a path share a version. */
  readonly versionedBy?: string
  /** False: not a tool of the MCP server, because the answer is too large for a model or never ends. */
  readonly isTool?: false
  /** False: no catalogue lists it, because its parameters are private. */
  readonly isListed?: false
  /** Query parameters that are lists: `a=1,2` and `a=1&a=2` are the same. */
  readonly lists?: readonly string[]
  /** Media type of a 200 that is not JSON. The schema is then the schema of one event. */
  readonly mediaType?: "text/event-stream"
  /** Responses besides 200 and the common ones; they replace a common one of the same status. */
  readonly otherResponses?: Readonly<Partial<Record<404 | 503, OtherResponse>>>
  /** Path and query parameters of the example call. */
  readonly exampleParams: Readonly<Record<string, string>>
}

/** `answer`: the same schema as 200 with another status. */
export type OtherResponse = { readonly description: string; readonly body: "answer" | "problem" }

/** The description with its details, as documents print it. */
export function fullDescription({ description, details }: Contract): string {
  return details === undefined ? description : `${description} ${details}`
}

/** The URL path of a contract's path: `/api/signal/{coin}`, and `/api` for the root. */
export function underApi(path: string): string {
  return path === "/" ? "/api" : `/api${path}`
}

/** Fills the placeholders of a path, each escaped as a path segment: `/signal/BTC`. */
export function fillPath(
  path: string,
  values: Readonly<Record<string, string | readonly string[] | undefined>>,
): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? "")))
}

/** Keeps the literal types of a contract's id, schemas and price. The example comes from JSON, whose type has no literals. */
export function defineContract<
  const Id extends string,
  P extends ParamsSchema,
  Q extends ParamsSchema,
  R extends z.ZodType<object>,
  Price extends Usdc | null,
>(
  contract: ContractTerms<P, Q, R> & Fixed<Id, Price> & { readonly example: unknown },
): Contract<P, Q, R> & Fixed<Id, Price> {
  return { ...contract, example: contract.example as z.input<R> }
}

/** A paid contract must state its freshness. */
type Fixed<Id extends string, Price extends Usdc | null> = {
  readonly id: Id
  readonly price: Price
} & (Price extends null ? unknown : { readonly freshness: Freshness })

export type Params<C extends Contract> = Named<C["pathParams"]> & Named<C["queryParams"]>

/** The parameters that a version has: those of the path, and of the query the one of `versionedBy`. */
export type VersionParams<C extends Contract> = Named<C["pathParams"]> & Partial<Named<C["queryParams"]>>

/** An empty schema's output type forbids every key, which would forbid the keys of the other schema. */
type Named<S extends ParamsSchema> = keyof S["shape"] extends never ? unknown : z.output<S>
export type ResponseOf<C extends Contract> = z.output<C["response"]>

/** A contract with a price. */
export type PaidContract = Contract & { readonly price: Usdc; readonly freshness: Freshness }

export function isPaid(contract: Contract): contract is PaidContract {
  return contract.price !== null
}

/** Whether a GET answers with server-sent events until the client disconnects. */
export function isEventStream({ mediaType }: Contract): boolean {
  return mediaType === "text/event-stream"
}
