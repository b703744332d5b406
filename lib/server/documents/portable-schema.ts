type Schema = Readonly<Record<string, unknown>>

/**
 * Rewrites the forms of JSON Schema that common client generators refuse. The valid answers stay the same.
 *
 * - Tuples (`prefixItems`, `items: false`) become arrays of fixed length.
 * - A list of three or more types becomes `anyOf`.
 * - `pattern` beside `format` goes, because the format says it.
 * - A record of named keys becomes an object with these properties.
 * - A choice of consecutive integers becomes a range, and a constant number a range of one.
 */
export function toPortableSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(toPortableSchema)
  if (typeof node !== "object" || node === null) return node
  const schema = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, toPortableSchema(value)]))
  return withRange(withListedTypes(withoutPattern(withNamedKeys(withoutTuple(schema)))))
}

function withoutTuple({ prefixItems, items, ...rest }: Schema): Schema {
  if (!Array.isArray(prefixItems)) return items === undefined ? rest : { ...rest, items }
  const kinds = [...new Map(prefixItems.map((item) => [JSON.stringify(item), item as unknown])).values()]
  const length = prefixItems.length
  return { ...rest, items: kinds.length === 1 ? kinds[0] : { anyOf: kinds }, minItems: length, maxItems: length }
}

function withListedTypes({ type, ...rest }: Schema): Schema {
  if (!Array.isArray(type) || type.length < 3) return type === undefined ? rest : { type, ...rest }
  return { ...rest, anyOf: type.map((one: unknown) => ({ type: one })) }
}

function withoutPattern({ pattern, ...rest }: Schema): Schema {
  return pattern === undefined || rest["format"] !== undefined ? rest : { ...rest, pattern }
}

function withNamedKeys(schema: Schema): Schema {
  const rest = Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== "propertyNames"))
  const { required, properties, additionalProperties } = rest
  if (!Array.isArray(required) || properties !== undefined || additionalProperties === undefined) return rest
  const named = Object.fromEntries(required.map((key: string) => [key, additionalProperties]))
  return { ...rest, properties: named, additionalProperties: false }
}

const hasNumber = (schema: unknown): schema is { readonly minimum: number; readonly maximum: number } =>
  typeof schema === "object" && schema !== null && "minimum" in schema && "maximum" in schema

function withRange({ const: constant, anyOf, ...rest }: Schema): Schema {
  if (typeof constant === "number") return { ...rest, minimum: constant, maximum: constant }
  const schema = { ...rest, ...(constant !== undefined && { const: constant }), ...(anyOf !== undefined && { anyOf }) }
  if (!Array.isArray(anyOf) || anyOf.length < 2 || !anyOf.every(hasNumber)) return schema
  const values = anyOf.map(({ minimum }) => minimum)
  const isRun = anyOf.every(
    ({ minimum, maximum }, index) => minimum === maximum && minimum === (values[0] ?? 0) + index,
  )
  return isRun && values.every(Number.isInteger)
    ? { ...rest, type: "integer", minimum: values[0], maximum: values.at(-1) }
    : schema
}
