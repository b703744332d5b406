import { z } from "zod"

/**
 * The body of every error but 402 (RFC 9457, `application/problem+json`).
 *
 * `charged` is `no`, or `unknown` while a settlement is pending. In the latter case the same request with the same payment
 * header is safe to repeat, and a new signature is not.
 */
export const Problem = z.object({
  type: z.string().meta({ format: "uri" }),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.string(),
  request_id: z.string(),
  retryable: z.boolean(),
  charged: z.enum(["no", "unknown"]),
  transaction: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
})

export type Problem = z.output<typeof Problem>
