import { z } from "zod"

/**
 * `sign-in-with-x` as the browser reads it.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/extensions/sign-in-with-x.md
 */

/** One line: a line break would let one text be read as two different messages. */
const Line = z.string().regex(/^[^\n\r]*$/)

export const SignInExtension = z.looseObject({
  info: z.looseObject({
    domain: Line,
    uri: Line,
    version: z.literal("1"),
    nonce: z.string().regex(/^[a-zA-Z0-9]{8,64}$/),
    issuedAt: z.iso.datetime(),
    expirationTime: z.iso.datetime(),
    statement: Line,
  }),
  supportedChains: z.array(z.looseObject({ chainId: z.string(), type: z.string() })),
})
export type SignInExtension = z.output<typeof SignInExtension>

/** The body of a 402, as far as it concerns signing in. */
export const Announcement = z.looseObject({ extensions: z.looseObject({ "sign-in-with-x": SignInExtension }) })

/** `X-PURCHASE`: which purchase a sign-in has fetched. */
export const FetchedPurchase = z.object({
  nonce: z.string(),
  amount: z.string().regex(/^\d{1,78}$/),
  transaction: z.string().nullable(),
  soldAt: z.iso.datetime(),
})
export type FetchedPurchase = z.output<typeof FetchedPurchase>

/** `SIGN-IN-WITH-X` as it was sent, as far as checking it needs. */
export const SignInProof = z.looseObject({ signature: z.string() })
