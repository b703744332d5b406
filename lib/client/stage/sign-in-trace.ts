import { z } from "zod"
import { HttpExchange } from "./payment-trace"

/** Steps of one sign-in, from the 402 that offered it to the answer. For the stage only. */
export const SignInTrace = z.object({
  /** Nonce of the signed text. */
  id: z.string(),
  productId: z.string(),
  title: z.string(),
  path: z.string(),
  /** The unpaid request that offered the text. */
  asked: HttpExchange,
  /** `extensions["sign-in-with-x"]` of its body. */
  offered: z.unknown(),
  address: z.string(),
  /** The text that the wallet showed. */
  text: z.string(),
  /** When the signature was requested. */
  startedAtMs: z.number(),
  signedAtMs: z.number().nullable(),
  /** The `SIGN-IN-WITH-X` header; `null` until signed. */
  header: z.string().nullable(),
  /** The request that carried the header. */
  sent: HttpExchange.nullable(),
  outcome: z.enum(["signing", "declined", "cancelled", "wallet-failed", "asking", "delivered", "refused", "failed"]),
  /** The reason in one sentence, if there is one. */
  reason: z.string().nullable(),
})
export type SignInTrace = z.output<typeof SignInTrace>
