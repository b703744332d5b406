import { z } from "zod"

/** One request of ours and its answer, as they were on the wire. */
export const Message = z.object({
  sentAtMs: z.number(),
  /** `null` while there is no answer, and for good when the connection broke. */
  answeredAtMs: z.number().nullable(),
  status: z.number().nullable(),
  /** Headers of the answer, in its order. */
  headers: z.array(z.tuple([z.string(), z.string()])),
  /** Size of the answer's body in characters. */
  length: z.number().nullable(),
})
export type Message = z.output<typeof Message>

/** How a payment went, from the question for the price to the answer. Kept for the inspector, not for the books. */
export const PaymentTrace = z.object({
  /** The nonce of the authorization. */
  id: z.string(),
  productId: z.string(),
  title: z.string(),
  path: z.string(),
  /** The unpaid request that named the price. */
  quote: Message.nullable(),
  /** The `PAYMENT-REQUIRED` header. */
  required: z.string(),
  payer: z.string(),
  /** When the wallet was asked. */
  startedAtMs: z.number(),
  signedAtMs: z.number().nullable(),
  /** The `PAYMENT-SIGNATURE` header; `null` until signed. */
  signature: z.string().nullable(),
  /** Each time the payment was presented. More than one after Resume. */
  sends: z.array(Message),
  outcome: z.enum([
    "signing",
    "declined",
    "cancelled",
    "wallet-failed",
    /** Signed, and kept back for the reason that is given. */
    "unsent",
    "settling",
    "delivered",
    "refused",
    "spent",
    "failed",
    "unknown",
  ]),
  /** Why, in a sentence, when there is something to say. */
  reason: z.string().nullable(),
})
export type PaymentTrace = z.output<typeof PaymentTrace>

export function completedRequest(
  response: Pick<Response, "status" | "headers">,
  { sentAtMs, answeredAtMs, length }: Pick<Message, "sentAtMs" | "answeredAtMs" | "length">,
): Message {
  return { sentAtMs, answeredAtMs, status: response.status, headers: [...response.headers], length }
}

/** A request whose answer never came. */
export function failedRequest(sentAtMs: number): Message {
  return { sentAtMs, answeredAtMs: null, status: null, headers: [], length: null }
}

/** The value of a header; names are compared without regard to case. */
export function headerOf(message: Message | null, name: string): string | null {
  return message?.headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? null
}
