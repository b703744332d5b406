import { z } from "zod"

export const Address = z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]{40}$/)])
export const PrivateKey = z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]{64}$/)])

const blankIsAbsent = (value: unknown) => (value === "" ? undefined : value)

/** Makes `KEY=` in an env file mean the same as no line at all. */
export function optional<T extends z.ZodType>(schema: T) {
  return z.preprocess(blankIsAbsent, schema.optional())
}

export function withDefault<T extends z.ZodType>(schema: T, value: string) {
  return z.preprocess((given) => blankIsAbsent(given) ?? value, schema)
}
