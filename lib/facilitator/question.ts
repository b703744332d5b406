import { z } from "zod"
import { lowerHex } from "@/lib/domain/lower-hex"
import { type Usdc, usdc } from "@/lib/domain/usdc"
import { decodePayload, type PresentedPayment } from "@/lib/payments/wire/decode"
import type { PaymentReason } from "@/lib/payments/wire/reason"

/** What a resource server asks for, of either version, before anything about it is believed. */
export type Requirements = {
  readonly scheme: string
  readonly network: string
  readonly amount: Usdc
  readonly asset: string
  readonly payTo: `0x${string}`
  /** EIP-712 domain of the token. */
  readonly domain: { readonly name: string | undefined; readonly version: string | undefined }
  /** `undefined`: either. */
  readonly transferMethod: string | undefined
}

export type Question =
  | { readonly kind: "question"; readonly payment: PresentedPayment; readonly requirements: Requirements }
  | { readonly kind: "invalid"; readonly reason: PaymentReason }

const Address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform(lowerHex)

const Amount = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform((text) => usdc(BigInt(text)))

const Common = z.object({
  scheme: z.string().max(64),
  network: z.string().max(64),
  asset: z.string().max(64),
  payTo: Address,
  extra: z
    .object({
      name: z.string().max(64).optional(),
      version: z.string().max(64).optional(),
      assetTransferMethod: z.string().max(64).optional(),
    })
    .nullish(),
})

const RequirementsOf = {
  v1: Common.extend({ maxAmountRequired: Amount }).transform(({ maxAmountRequired: amount, ...rest }) => {
    return { ...rest, amount }
  }),
  v2: Common.extend({ amount: Amount }),
}

const Body = z.object({ paymentPayload: z.unknown(), paymentRequirements: z.unknown() })

/**
 * Reads the body of `/verify` or `/settle`: the version is the payload's.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/x402-specification-v2.md (facilitator interface)
 */
export function readQuestion(json: unknown): Question {
  const body = Body.safeParse(json)
  const decoded = decodePayload(body.data?.paymentPayload)
  if (decoded.kind === "invalid") return decoded
  if (decoded.kind !== "payment") return { kind: "invalid", reason: "unsupported_scheme" }
  const { payment } = decoded
  const requirements = RequirementsOf[payment.dialect].safeParse(body.data?.paymentRequirements)
  if (!requirements.success) return { kind: "invalid", reason: "invalid_payload" }
  const { extra, ...rest } = requirements.data
  const domain = { name: extra?.name, version: extra?.version }
  return { kind: "question", payment, requirements: { ...rest, domain, transferMethod: extra?.assetTransferMethod } }
}
