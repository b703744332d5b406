import { z } from "zod"

/**
 * The `sign-in-with-x` extension.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/extensions/sign-in-with-x.md
 */

/** One line. A line break would make the signed text ambiguous. */
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

/** The sign-in offer in the body of a 402. */
export const Announcement = z.looseObject({ extensions: z.looseObject({ "sign-in-with-x": SignInExtension }) })

/** `X-PURCHASE` header: the purchase that was redelivered. */
export const FetchedPurchase = z.object({
  nonce: z.string(),
  amount: z.string().regex(/^\d{1,78}$/),
  transaction: z.string().nullable(),
  soldAt: z.iso.datetime(),
})
export type FetchedPurchase = z.output<typeof FetchedPurchase>

/** The part of `SIGN-IN-WITH-X` that the stage checks. */
export const SignInProof = z.looseObject({ signature: z.string() })
