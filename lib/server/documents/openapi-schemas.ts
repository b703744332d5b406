import { z } from "zod"
import { catalogue } from "@/lib/endpoints/catalogue"
import type { Contract } from "@/lib/api/contract"
import { PoolRisk } from "@/lib/api/defi-fields"
import { CallMeta, CategoryVote, CoinParam, DateTime, Direction, Meta, Source } from "@/lib/api/fields"
import { GeoEvent, Impact, Impacts } from "@/lib/api/geo-fields"
import { toPortableSchema } from "./portable-schema"
import { Problem } from "@/lib/api/problem"
import { Hash, Integrity } from "@/lib/api/record-fields"
import { streamData } from "@/lib/endpoints/stream/contract"
import { ResourceVersion } from "@/lib/api/resource-version"

/**
 * Schemas that several answers share, and the data of events, which openapi-python-client generates twice when they are not named.
 * The keys are the type names in generated clients.
 */
const shared = {
  CallEvent: streamData.call,
  CallMeta,
  CategoryVote,
  Coin: CoinParam,
  DateTime,
  Direction,
  GeoEvent,
  Hash,
  HeartbeatEvent: streamData.heartbeat,
  Impact,
  Impacts,
  Integrity,
  Meta,
  PoolRisk,
  PricesEvent: streamData.prices,
  Problem,
  ResourceVersion,
  ServiceEvent: streamData.service,
  Source,
  VersionEvent: streamData.version,
} as const satisfies Readonly<Record<string, z.ZodType>>

/** Every answer and shared schema as `components.schemas`. */
export function componentSchemas(): Readonly<Record<string, object>> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(shared)) registry.add(schema, { id })
  for (const contract of catalogue) registry.add(contract.response, { id: answerName(contract) })
  const { schemas } = z.toJSONSchema(registry, { ...OPTIONS, uri: (id) => schemaRef(id).$ref })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, toPortableSchema(withoutDialect(schema)) as object]),
  )
}

/** A reference to the answer of an endpoint. */
export function answerRef(contract: Pick<Contract, "id">) {
  return schemaRef(answerName(contract))
}

export function schemaRef(name: string) {
  return { $ref: `#/components/schemas/${name}` }
}

/** The JSON Schema of a parameter. */
export function jsonSchema(schema: z.ZodType): object {
  return toPortableSchema(withoutDialect(z.toJSONSchema(schema, OPTIONS))) as object
}

const OPTIONS = { target: "draft-2020-12", io: "output", unrepresentable: "any" } as const

/** OpenAPI 3.1 states the dialect once, and a component is identified by its place. */
function withoutDialect(schema: object): object {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== "$schema" && keyword !== "$id"))
}

/** `MarketEtfAnswer` of `market_etf`. */
function answerName({ id }: Pick<Contract, "id">): string {
  const words = id.split(/[_-]/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
  return `${words.join("")}Answer`
}
