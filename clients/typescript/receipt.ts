import { decodePaymentResponseHeader } from "@x402/core/http"
import { recoverTypedDataAddress } from "viem"
import { z } from "zod"
import type { ParsedOptions } from "./options.js"

const ReceiptPayload = z.looseObject({
  version: z.number().int(),
  network: z.string(),
  resourceUrl: z.string(),
  payer: z.string(),
  issuedAt: z.number().int(),
  transaction: z.string(),
})
export type ReceiptPayload = z.output<typeof ReceiptPayload>

const Signed = z.looseObject({ payload: ReceiptPayload, signature: z.templateLiteral(["0x", z.string()]) })
type Signed = z.output<typeof Signed>

const PaymentResponse = z.looseObject({
  success: z.boolean(),
  transaction: z.string().optional(),
  extensions: z
    .looseObject({ "offer-receipt": z.looseObject({ info: z.looseObject({ receipt: Signed }) }) })
    .optional(),
})

const Did = z.looseObject({
  verificationMethod: z.array(z.looseObject({ blockchainAccountId: z.string().optional() })),
})

/** The signed receipt of a purchase (x402 extension `offer-receipt`), checked. The answer is valid without it. */
export type ReceiptCheck =
  | {
      readonly status: "verified"
      readonly payload: ReceiptPayload
      readonly signature: string
      readonly issuer: string
    }
  /** The service signs no receipts. */
  | { readonly status: "absent" }
  | { readonly status: "invalid"; readonly problem: string }

const TYPES = {
  Receipt: [
    { name: "version", type: "uint256" },
    { name: "network", type: "string" },
    { name: "resourceUrl", type: "string" },
    { name: "payer", type: "string" },
    { name: "issuedAt", type: "uint256" },
    { name: "transaction", type: "string" },
  ],
} as const

/** Chain 1 on every network; the payload names the network. */
const DOMAIN = { name: "x402 receipt", version: "1", chainId: 1 } as const

type Purchase = { readonly network: string; readonly resourceUrl: string; readonly payer: string }
type Sale = Purchase & { readonly transaction: string }
type DidOptions = Pick<ParsedOptions, "origin" | "fetch" | "timeoutMs">

type Settlement = { readonly transaction: string | null; readonly receipt: ReceiptCheck }

/** The transaction and the receipt in `PAYMENT-RESPONSE`. Never rejects, because the answer is paid. */
export async function readSettlement(
  header: string | null,
  purchase: Purchase,
  options: DidOptions,
): Promise<Settlement> {
  try {
    const response = PaymentResponse.parse(decodePaymentResponseHeader(header ?? ""))
    const transaction = response.transaction || null
    const signed = response.extensions?.["offer-receipt"].info.receipt
    const receipt = signed && (await check(signed, { ...purchase, transaction: transaction ?? "" }, options))
    return { transaction, receipt: receipt ?? { status: "absent" } }
  } catch (error) {
    return { transaction: null, receipt: invalid(`PAYMENT-RESPONSE: ${problemOf(error)}`) }
  }
}

async function check({ payload, signature }: Signed, expected: Sale, options: DidOptions): Promise<ReceiptCheck> {
  const wrong = mismatch(payload, expected)
  if (wrong !== null) return invalid(`${wrong}: ${payload[wrong]} instead of ${expected[wrong]}`)
  const message = { ...payload, version: BigInt(payload.version), issuedAt: BigInt(payload.issuedAt) }
  try {
    const typedData = { domain: DOMAIN, types: TYPES, primaryType: "Receipt", message, signature } as const
    const issuer = await recoverTypedDataAddress(typedData)
    if (!(await isIssuer(issuer, options))) return invalid(`signature: ${issuer} is not a key of did.json`)
    return { status: "verified", payload, signature, issuer }
  } catch (error) {
    return invalid(`signature: ${problemOf(error)}`)
  }
}

const invalid = (problem: string): ReceiptCheck => ({ status: "invalid", problem })

function problemOf(error: unknown): string {
  return error instanceof z.ZodError ? z.prettifyError(error) : String(error)
}

/** The first field of the receipt that differs from the purchase. */
function mismatch(payload: ReceiptPayload, expected: Sale): keyof Sale | null {
  const fields = ["network", "resourceUrl", "payer", "transaction"] as const
  return fields.find((field) => payload[field].toLowerCase() !== expected[field].toLowerCase()) ?? null
}

async function isIssuer(address: string, { origin, fetch, timeoutMs }: DidOptions): Promise<boolean> {
  const response = await fetch(`${origin}/.well-known/did.json`, { signal: AbortSignal.timeout(timeoutMs) })
  const { verificationMethod } = Did.parse(await response.json())
  const account = `eip155:1:${address}`.toLowerCase()
  return verificationMethod.some(({ blockchainAccountId }) => blockchainAccountId?.toLowerCase() === account)
}
