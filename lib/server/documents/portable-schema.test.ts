import { describe, expect, test } from "vitest"
import { componentSchemas } from "./openapi-schemas"
import { toPortableSchema } from "./portable-schema"

describe("toPortableSchema", () => {
  test("a tuple becomes an array of fixed length", () => {
    const number = { type: "number" }
    expect(toPortableSchema({ type: "array", prefixItems: [number, number], items: false })).toEqual({
      type: "array",
      items: number,
      minItems: 2,
      maxItems: 2,
    })
    expect(toPortableSchema({ type: "array", prefixItems: [number, { type: "string" }], items: false })).toMatchObject({
      items: { anyOf: [number, { type: "string" }] },
    })
  })

  test("a list of three types becomes anyOf, and a nullable type stays a list", () => {
    expect(toPortableSchema({ type: ["number", "string", "null"] })).toEqual({
      anyOf: [{ type: "number" }, { type: "string" }, { type: "null" }],
    })
    expect(toPortableSchema({ type: ["number", "null"] })).toEqual({ type: ["number", "null"] })
  })

  test("a pattern next to a format is removed, and a pattern without a format stays", () => {
    expect(toPortableSchema({ type: "string", format: "date", pattern: "^x$" })).not.toHaveProperty("pattern")
    expect(toPortableSchema({ type: "string", pattern: "^x$" })).toHaveProperty("pattern", "^x$")
  })

  test("a record of named keys becomes an object with these properties", () => {
    const counts = {
      type: "object",
      propertyNames: { type: "string", enum: ["LOW", "HIGH"] },
      required: ["LOW", "HIGH"],
      additionalProperties: { type: "integer" },
    }
    expect(toPortableSchema(counts)).toEqual({
      type: "object",
      required: ["LOW", "HIGH"],
      properties: { LOW: { type: "integer" }, HIGH: { type: "integer" } },
      additionalProperties: false,
    })
  })

  test("a choice of consecutive integers becomes a range", () => {
    const constant = (value: number) => ({ type: "number", const: value })
    expect(toPortableSchema({ anyOf: [1, 2, 3].map(constant) })).toEqual({ type: "integer", minimum: 1, maximum: 3 })
    expect(toPortableSchema(constant(0))).toEqual({ type: "number", minimum: 0, maximum: 0 })
    expect(toPortableSchema({ anyOf: [1, 3].map(constant) })).toHaveProperty("anyOf")
    expect(toPortableSchema({ type: "string", const: "no" })).toEqual({ type: "string", const: "no" })
  })
})

test("no published schema has a form that client generators reject", () => {
  const text = JSON.stringify(componentSchemas())
  expect(text).not.toContain('"prefixItems"')
  expect(text).not.toContain('"items":false')
  expect(text).not.toContain('"propertyNames"')
  expect(text).not.toMatch(/"const":\d/)
  expect(text).not.toMatch(/"type":\["[a-z]+","[a-z]+","/)
})
