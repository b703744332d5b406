import type { z } from "zod"
import type { Usdc } from "@/lib/domain/usdc"
import type { Freshness } from "./freshness"

/** A closed map of parameters, each a string schema: what a URL can carry. */
export type ParamsSchema = z.ZodObject<Readonly<Record<string, z.ZodType>>>

/**
 * One endpoint as it is promised: routes, 402 challenges, service info, OpenAPI, the browser client and the tests
 * are all derived from this value, so a fact about an endpoint is written once.
 */
export type Contract<
  Path extends ParamsSchema = ParamsSchema,
  Query extends ParamsSchema = ParamsSchema,
  Response extends z.ZodType = z.ZodType,
> = {
  /** Stable name: `operationId` in OpenAPI, key in the catalogue, column in the books. */
  readonly id: string
  /** Path below `/api`, with `{name}` for path parameters: `/signal/{coin}`. */
  readonly path: `/${string}`
  /** `null`: free. */
  readonly price: Usdc | null
  readonly title: string
  /** One sentence for a buyer, under 200 characters: it travels inside each 402. */
  readonly description: string
  readonly tags: readonly string[]
  /** Absent where nothing is sold: made from what is there when it is asked for. */
  readonly freshness?: Freshness
  readonly pathParams: Path
  readonly queryParams: Query
  readonly response: Response
  /** Beside 200 and what every endpoint may say, or instead of the latter. */
  readonly otherResponses?: Readonly<Partial<Record<404 | 503, OtherResponse>>>
  /** Path and query parameters of the example call. */
  readonly exampleParams: Readonly<Record<string, string>>
  /** A complete, valid answer. A test keeps it true to the schema. */
  readonly example: z.input<Response>
}

/** `answer`: JSON of the same schema as 200, only with another status. */
export type OtherResponse = { readonly description: string; readonly body: "answer" | "problem" }

/** Where a contract's path is served: `/api/signal/BTC`, and `/api` for the root. Its placeholders may be filled or not. */
export function underApi(path: string): string {
  return path === "/" ? "/api" : `/api${path}`
}

/** A contract's path with values for its placeholders, each escaped as a segment: `/signal/BTC`. */
export function fillPath(
  path: string,
  values: Readonly<Record<string, string | readonly string[] | undefined>>,
): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? "")))
}

/** Types a contract by its id, its schemas and by whether it has a price, without widening any. */
export function defineContract<
  const Id extends string,
  P extends ParamsSchema,
  Q extends ParamsSchema,
  R extends z.ZodType,
  Price extends Usdc | null,
>(contract: Contract<P, Q, R> & Fixed<Id, Price>): Contract<P, Q, R> & Fixed<Id, Price> {
  return contract
}

/** What has a price says how old its data may be. */
type Fixed<Id extends string, Price extends Usdc | null> = {
  readonly id: Id
  readonly price: Price
} & (Price extends null ? unknown : { readonly freshness: Freshness })

export type Params<C extends Contract> = Named<C["pathParams"]> & Named<C["queryParams"]>

/** The output of an empty schema forbids every key, which would forbid the other schema's too. */
type Named<S extends ParamsSchema> = keyof S["shape"] extends never ? unknown : z.output<S>
export type ResponseOf<C extends Contract> = z.output<C["response"]>

/** A contract with a price. */
export type PaidContract = Contract & { readonly price: Usdc; readonly freshness: Freshness }

export function isPaid(contract: Contract): contract is PaidContract {
  return contract.price !== null
}
