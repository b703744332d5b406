import { z } from "zod"

const NAME = "payment-identifier"
const FORMAT = /^[a-zA-Z0-9_-]{16,128}$/

/**
 * The offer of idempotency keys in a 402. A key is optional.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/extensions/payment_identifier.md
 */
export const paymentIdentifierExtension = {
  [NAME]: {
    info: { required: false },
    schema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: {
        required: { type: "boolean" },
        id: { type: "string", minLength: 16, maxLength: 128, pattern: "^[a-zA-Z0-9_-]+$" },
      },
      required: ["required"],
    },
  },
} as const

const Extensions = z.object({ [NAME]: z.object({ info: z.object({ id: z.unknown() }) }) })

/** The key in the extensions of a payment; `null` when there is none, because clients echo the offer without one. */
export function identifierIn(extensions: unknown): { readonly identifier: string | null; readonly isValid: boolean } {
  const id = Extensions.safeParse(extensions).data?.[NAME].info.id
  if (id === undefined) return { identifier: null, isValid: true }
  const identifier = identifierOf(id)
  return identifier === null ? NOT_VALID : { identifier, isValid: true }
}

/** A well-formed identifier; `null` for any other value. */
export function identifierOf(value: unknown): string | null {
  return typeof value === "string" && FORMAT.test(value) ? value : null
}

const NOT_VALID = { identifier: null, isValid: false } as const
