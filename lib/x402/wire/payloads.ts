import { z } from "zod"
import { normalizeSignature } from "@/lib/x402/chain/crypto"
import { lowerHex } from "@/lib/domain/lower-hex"
import { usdc } from "@/lib/domain/usdc"

function hexOf(pattern: RegExp, length: string) {
  const message = `must be 0x and ${length} hexadecimal digits`
  return z.string(message).regex(pattern, message).transform(lowerHex)
}

export const Address = hexOf(/^0x[0-9a-fA-F]{40}$/, "40")
export const Bytes32 = hexOf(/^0x[0-9a-fA-F]{64}$/, "64")
/** With `v` as 27 or 28, because contracts take no other form: of a voucher with 0 or 1, no claim would succeed. */
export const Signature = hexOf(/^0x(?:[0-9a-fA-F]{2}){65,4096}$/, "130 or more").transform(normalizeSignature)

const DIGITS = "must be a whole number in decimal digits"

/** Clients write integers as digit strings; some old clients as numbers. */
const Digits = z.union(
  [z.string().regex(/^\d{1,78}$/, DIGITS), z.number(DIGITS).int(DIGITS).nonnegative(DIGITS).transform(String)],
  DIGITS,
)
export const Seconds = Digits.transform(Number).refine(
  (value) => Number.isSafeInteger(value),
  "must be seconds since 1970",
)

/** Atomic units. */
export const Units = Digits.transform((text) => usdc(BigInt(text)))

/** An EIP-3009 authorization. `value` is in atomic units; hex is parsed to lower case. */
export const SentAuthorization = z.object({
  from: Address,
  to: Address,
  value: Units,
  validAfter: Seconds,
  validBefore: Seconds,
  nonce: Bytes32,
})

/** A signed authorization, in both versions. */
export const ExactPayload = z.object({ signature: Signature, authorization: SentAuthorization })

/** @see https://github.com/x402-foundation/x402/blob/main/specs/x402-specification-v1.md */
export const PayloadV1 = z.object({
  x402Version: z.literal(1),
  scheme: z.string().max(64),
  network: z.string().max(64),
  payload: ExactPayload,
})

/** @see https://github.com/x402-foundation/x402/blob/main/specs/x402-specification-v2.md */
export const PayloadV2 = z.object({
  x402Version: z.literal(2),
  resource: z.object({ url: z.string().max(2048) }).nullish(),
  accepted: z.object({
    scheme: z.string().max(64),
    network: z.string().max(64),
    amount: z.string().max(78),
    asset: z.string().max(64),
    payTo: z.string().max(64),
  }),
  payload: ExactPayload,
  extensions: z.unknown().optional(),
})

/** A payment by another transfer method of the scheme "exact" than EIP-3009, such as Permit2. */
export const UnsupportedPayload = z.object({ payload: z.object({ permit2Authorization: z.looseObject({}) }) })

/** More transfers than a block has room for. */
const MAX_TRANSFERS = 10_000

/** The proof of a plain transfer, a scheme of our own specification. */
export const TransferPayload = z.object({
  scheme: z.literal("transfer"),
  network: z.string().max(64),
  payload: z.object({
    transaction: Bytes32,
    index: z
      .int()
      .min(0)
      .max(MAX_TRANSFERS - 1, `must be below ${MAX_TRANSFERS}`)
      .optional(),
    payer: Address,
    issuedAt: Seconds,
    signature: Signature,
  }),
})

const IDENTIFIER = "payment-identifier"
const IDENTIFIER_FORMAT = /^[a-zA-Z0-9_-]{16,128}$/

/**
 * The offer of idempotency keys in a 402. A key is optional.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/extensions/payment_identifier.md
 */
export const paymentIdentifierExtension = {
  [IDENTIFIER]: {
    info: { required: false },
    schema: {
      type: "object",
      properties: {
        required: { type: "boolean" },
        id: { type: "string", minLength: 16, maxLength: 128, pattern: "^[a-zA-Z0-9_-]+$" },
      },
      required: ["required"],
    },
  },
} as const

const IdentifierExtension = z.object({ [IDENTIFIER]: z.object({ info: z.object({ id: z.unknown() }) }) })

/** The key in the extensions of a payment; `null` when there is none, because clients echo the offer without one. */
export function identifierIn(extensions: unknown): { readonly identifier: string | null; readonly isValid: boolean } {
  const id = IdentifierExtension.safeParse(extensions).data?.[IDENTIFIER].info.id
  if (id === undefined) return { identifier: null, isValid: true }
  const identifier = identifierOf(id)
  return identifier === null ? INVALID_IDENTIFIER : { identifier, isValid: true }
}

/** A well-formed identifier; `null` for any other value. */
export function identifierOf(value: unknown): string | null {
  return typeof value === "string" && IDENTIFIER_FORMAT.test(value) ? value : null
}

const INVALID_IDENTIFIER = { identifier: null, isValid: false } as const
