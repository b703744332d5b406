import { z } from "zod"
import { Message } from "./payment-trace"

/** How a sign-in went, from the 402 that offered it to the answer. Kept for the inspector, not for the books. */
export const SignInTrace = z.object({
  /** The nonce of the text. */
  id: z.string(),
  productId: z.string(),
  title: z.string(),
  path: z.string(),
  /** The unpaid request that offered the text. */
  asked: Message,
  /** `extensions["sign-in-with-x"]` of its body. */
  offered: z.unknown(),
  address: z.string(),
  /** What the wallet was shown. */
  text: z.string(),
  /** When the wallet was asked. */
  startedAtMs: z.number(),
  signedAtMs: z.number().nullable(),
  /** The `SIGN-IN-WITH-X` header; `null` until signed. */
  header: z.string().nullable(),
  /** The request with it. */
  sent: Message.nullable(),
  outcome: z.enum(["signing", "declined", "cancelled", "wallet-failed", "asking", "delivered", "refused", "failed"]),
  /** Why, in a sentence, when there is something to say. */
  reason: z.string().nullable(),
})
export type SignInTrace = z.output<typeof SignInTrace>
