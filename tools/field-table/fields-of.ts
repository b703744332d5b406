import { z } from "zod"
import type { Contract } from "@/lib/api/contract"

type Schema = Readonly<Record<string, unknown>>

/** A leaf of an answer: `signals.BTC.price`, `sources[].name`, `details.*.unit`. */
export type Field = { readonly path: string; readonly schema: Schema }

/** Every leaf of a contract's answer. Coins are one field, because they have the same schema. */
export function fieldsOf({ response }: Pick<Contract, "response">): readonly Field[] {
  const schema = z.toJSONSchema(response, { io: "output", unrepresentable: "any", reused: "inline" }) as Schema
  const fields = leavesOf(schema, "")
  return [...new Map(fields.map((field) => [field.path, field])).values()]
}

function leavesOf(schema: Schema, path: string): readonly Field[] {
  const inherited = { description: schema["description"] }
  const choices = [schema["anyOf"], schema["oneOf"]].find(Array.isArray)?.filter(isSchema) ?? []
  const [choice, ...others] = choices.filter(({ type }) => type !== "null")
  if (choice !== undefined && (others.length === 0 || choices.some(({ properties }) => isSchema(properties)))) {
    return [choice, ...others].flatMap((one) => leavesOf({ ...inherited, ...one }, path))
  }
  const { type, properties, items, prefixItems, additionalProperties } = schema
  if (isSchema(properties)) {
    return Object.entries(properties).flatMap(([name, part]) =>
      leavesOf(isSchema(part) ? part : {}, joined(path, name)),
    )
  }
  const element = Array.isArray(prefixItems) ? (prefixItems as readonly unknown[])[0] : items
  if (type === "array") return leavesOf({ ...inherited, ...(isSchema(element) ? element : {}) }, `${path}[]`)
  if (isSchema(additionalProperties)) return leavesOf({ ...inherited, ...additionalProperties }, joined(path, "*"))
  return [{ path, schema }]
}

function joined(path: string, name: string): string {
  const key = ["BTC", "ETH", "SOL"].includes(name) ? "{coin}" : name
  return path === "" ? key : `${path}.${key}`
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
