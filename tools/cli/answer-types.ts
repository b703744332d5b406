import { isPaid } from "@/lib/api/contract"
import { catalogue } from "@/lib/endpoints/catalogue"
import { answerRef, componentSchemas } from "@/lib/server/documents/openapi-schemas"

type Schema = Readonly<Record<string, unknown>>

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null

/** TypeScript types of the paid answers, as source text: `Answers` by resource, and the schemas that they use. */
export function answerTypes(): string {
  const schemas = componentSchemas()
  const paid = catalogue.filter(isPaid)
  const resources = paid.map((contract) => `  ${resourceKey(contract.path)}: ${refName(answerRef(contract))}\n`)
  const names = paid.map((contract) => refName(answerRef(contract)))
  const used = reachable(names, schemas)
  const types = used.map((name) => `export type ${name} = ${typeOf(schemas[name])}\n`)
  return [HEAD, `export type Answers = {\n${resources.join("")}}\n`, ...types].join("\n")
}

const HEAD = "// Generated from the contracts in lib/endpoints by `npm run build:answer-types`.\n"

/** `/signal/{coin}` is the key of every path of this form. */
function resourceKey(path: string): string {
  return path.includes("{") ? `[resource: \`${path.replace(/\{\w+\}/g, "${string}")}\`]` : JSON.stringify(path)
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
    const comment = text === null ? "" : `/** ${text.replaceAll("*/", "")} */\n`
    return `${comment}readonly ${JSON.stringify(name)}${needed.includes(name) ? "" : "?"}: ${typeOf(schema)}\n`
  })
  return `{\n${lines.join("")}}`
}
