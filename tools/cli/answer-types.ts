import { type Contract, isPaid } from "@/lib/api/contract"
import { alertsContract } from "@/lib/endpoints/alerts/contract"
import { catalogue } from "@/lib/endpoints/catalogue"
import { streamContract, streamData } from "@/lib/endpoints/stream/contract"
import { parametersOf } from "@/lib/server/documents/openapi"
import { answerRef, componentSchemas } from "@/lib/server/documents/openapi-schemas"

type Schema = Readonly<Record<string, unknown>>

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null

/** TypeScript types of the endpoints, as source text: answer and query by resource, events, and the schemas that they use. */
export function answerTypes(): string {
  const schemas = componentSchemas()
  const events = Object.fromEntries(
    Object.keys(streamData).map((event) => [event, `${event.slice(0, 1).toUpperCase()}${event.slice(1)}Event`]),
  )
  const names = [...[...sold, alertsContract].map((contract) => refName(answerRef(contract))), ...Object.values(events)]
  const used = reachable(names, schemas)
  return [
    HEAD,
    mapOf("PaidEndpoints", sold.filter(isPaid)),
    mapOf(
      "FreeEndpoints",
      sold.filter((contract) => !isPaid(contract)),
    ),
    `/** The data of each event of \`GET /api/stream\`. */\nexport type StreamEvents = {\n${Object.entries(events)
      .map(([event, name]) => `  ${event}: ${name}\n`)
      .join("")}}\n`,
    `/** An endpoint without parameters. */\nexport type NoQuery = Readonly<Record<string, never>>\n`,
    `/** A list: an array, or a text with commas. */\nexport type QueryList = string | number | readonly (string | number)[]\n`,
    ...sold.flatMap(queryType),
    ...used.map((name) => `export type ${name} = ${typeOf(schemas[name])}\n`),
  ].join("\n")
}

const HEAD = "// Generated from the contracts in lib/endpoints by `npm run build:answer-types`.\n"

/** The names of the resources for Python's type checkers, as source text. */
export function pythonResources(): string {
  const paid = pythonLiteral("PaidResource", sold.filter(isPaid))
  const free = pythonLiteral(
    "FreeResource",
    sold.filter((contract) => !isPaid(contract)),
  )
  return `${HEAD.replace("//", "#")}\nfrom typing import Literal\n\n${paid}\n${free}`
}

function pythonLiteral(name: string, contracts: readonly Contract[]): string {
  const lines = contracts.flatMap(resourcesOf).map((resource) => `    ${JSON.stringify(resource)},\n`)
  return `${name} = Literal[\n${lines.join("")}]\n`
}

/** Endpoints that answer every caller with JSON, for a price or free. */
const sold: readonly Contract[] = catalogue.filter(({ id }) => id !== streamContract.id && id !== alertsContract.id)

/** Answer and query parameters by resource. */
function mapOf(name: string, contracts: readonly Contract[]): string {
  const lines = contracts.flatMap((contract) =>
    resourcesOf(contract).map((resource) => {
      const query = queryOf(contract).length === 0 ? "NoQuery" : queryName(contract)
      return `  ${JSON.stringify(resource)}: { readonly answer: ${refName(answerRef(contract))}; readonly query: ${query} }\n`
    }),
  )
  return `export type ${name} = {\n${lines.join("")}}\n`
}

/** `/signal/BTC`, `/signal/ETH` and so on of `/signal/{coin}`. */
function resourcesOf(contract: Contract): readonly string[] {
  return parametersOf(contract, contract.pathParams, "path").reduce<readonly string[]>(
    (paths, { name, schema }) => {
      if (!("enum" in schema) || !Array.isArray(schema.enum)) throw new Error(`${contract.path}: ${name} has no list.`)
      const values = schema.enum.map(String)
      return paths.flatMap((path) => values.map((value) => path.replace(`{${name}}`, value)))
    },
    [contract.path],
  )
}

function queryOf(contract: Contract) {
  return parametersOf(contract, contract.queryParams, "query")
}

function queryName(contract: Contract): string {
  return refName(answerRef(contract)).replace(/Answer$/, "Query")
}

function queryType(contract: Contract): readonly string[] {
  const parameters = queryOf(contract)
  if (parameters.length === 0) return []
  const lines = parameters.map(({ name, required, description, schema }) => {
    const isList = contract.lists?.includes(name) === true || LISTS.test(description)
    const type = isList ? "QueryList" : typeOf(schema)
    return `${comment(description)}readonly ${JSON.stringify(name)}${required ? "" : "?"}: ${type}\n`
  })
  return [`export type ${queryName(contract)} = {\n${lines.join("")}}\n`]
}

/** A parameter whose text is a list, as its description says. */
const LISTS = /comma separated/

function comment(text: string): string {
  return `/** ${text.replaceAll("*/", "")} */\n`
}

function refName({ $ref }: { readonly $ref: string }): string {
  return $ref.slice($ref.lastIndexOf("/") + 1)
}

/** The schemas that these need, in the order of their first use. */
function reachable(names: readonly string[], schemas: Readonly<Record<string, object>>): readonly string[] {
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const [, next = ""] of JSON.stringify(schemas[name]).matchAll(/"\$ref":"[^"]*\/(\w+)"/g)) visit(next)
  }
  names.forEach(visit)
  return [...found]
}

function typeOf(schema: unknown): string {
  if (!isSchema(schema)) return "unknown"
  const { $ref, const: constant, enum: values, anyOf, oneOf, type } = schema
  if (typeof $ref === "string") return refName({ $ref })
  if (constant !== undefined) return JSON.stringify(constant)
  if (Array.isArray(values)) return union(values.map((value) => JSON.stringify(value)))
  const choices = anyOf ?? oneOf
  if (Array.isArray(choices)) return union(choices.map(typeOf))
  if (Array.isArray(type)) return union(type.map((one: unknown) => typeOf({ ...schema, type: one })))
  if (type === "array") return `readonly (${typeOf(schema["items"])})[]`
  if (type === "object") return objectOf(schema)
  return type === "integer" ? "number" : typeof type === "string" ? type : "unknown"
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ")
}

function objectOf({ properties, required, additionalProperties }: Schema): string {
  if (!isSchema(properties)) return `Readonly<Record<string, ${typeOf(additionalProperties)}>>`
  const needed: readonly unknown[] = Array.isArray(required) ? required : []
  const lines = Object.entries(properties).map(([name, schema]) => {
    const text = isSchema(schema) && typeof schema["description"] === "string" ? schema["description"] : null
    return `${text === null ? "" : comment(text)}readonly ${JSON.stringify(name)}${needed.includes(name) ? "" : "?"}: ${typeOf(schema)}\n`
  })
  return `{\n${lines.join("")}}`
}
