import { recoverTypedDataAddress } from "viem"
import { countAt, decodeHeader, type Fields, fieldsAt, isFields, textAt } from "./json.js"
import { type RequestOptions, readJson } from "./request.js"

/**
 * What the service has signed: who got which resource for which transaction.
 *
 * @example
 * const show = ({ resourceUrl, transaction }: ReceiptPayload) => console.log(resourceUrl, transaction)
 */
export type ReceiptPayload = {
  readonly version: number
  readonly network: string
  readonly resourceUrl: string
  readonly payer: string
  /** Seconds since 1970. */
  readonly issuedAt: number
  readonly transaction: string
}

/**
 * The signed receipt of a purchase (x402 extension `offer-receipt`), checked. The answer is valid without it.
 *
 * @example
 * const { receipt } = await buyer.buy("/signal/BTC")
 * if (receipt.status === "invalid") console.warn(receipt.problem)
 */
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

type Settlement = { readonly transaction: string | null; readonly receipt: ReceiptCheck }

/** Reads the keys of `/.well-known/did.json` once, and again for a key that it does not know. */
export function createReceiptReader(origin: string) {
  let known: ReadonlySet<string> = new Set()

  async function isIssuer(address: string, options: RequestOptions): Promise<boolean> {
    const account = `eip155:1:${address}`.toLowerCase()
    if (!known.has(account)) known = accountsOf(await readJson(new URL("/.well-known/did.json", origin), options))
    return known.has(account)
  }

  async function check(receipt: Fields, expected: Sale, options: RequestOptions): Promise<ReceiptCheck> {
    const payload = parsePayload(fieldsAt(receipt, "payload"))
    const signature = textAt(receipt, "signature", /^0x[0-9a-fA-F]+$/) as `0x${string}`
    const fields = ["network", "resourceUrl", "payer", "transaction"] as const
    const wrong = fields.find((field) => payload[field].toLowerCase() !== expected[field].toLowerCase())
    if (wrong !== undefined) return invalid(`${wrong}: ${payload[wrong]} instead of ${expected[wrong]}`)
    const message = { ...payload, version: BigInt(payload.version), issuedAt: BigInt(payload.issuedAt) }
    const typedData = { domain: DOMAIN, types: TYPES, primaryType: "Receipt", message, signature } as const
    const issuer = await recoverTypedDataAddress(typedData)
    if (!(await isIssuer(issuer, options))) return invalid(`signature: ${issuer} is not a key of did.json`)
    return { status: "verified", payload, signature, issuer }
  }

  /** The transaction and the receipt in `PAYMENT-RESPONSE`. Never rejects, because the answer is paid. */
  return async (header: string | null, purchase: Purchase, options: RequestOptions): Promise<Settlement> => {
    let transaction: string | null = null
    try {
      const response = decodeHeader(header ?? "")
      transaction = typeof response["transaction"] === "string" ? response["transaction"] || null : null
      const { extensions } = response
      if (!isFields(extensions) || extensions["offer-receipt"] === undefined) {
        return { transaction, receipt: { status: "absent" } }
      }
      const receipt = fieldsAt(fieldsAt(fieldsAt(extensions, "offer-receipt"), "info"), "receipt")
      return { transaction, receipt: await check(receipt, { ...purchase, transaction: transaction ?? "" }, options) }
    } catch (error) {
      return {
        transaction,
        receipt: invalid(`PAYMENT-RESPONSE: ${error instanceof Error ? error.message : String(error)}`),
      }
    }
  }
}

function parsePayload(payload: Fields): ReceiptPayload {
  return {
    version: countAt(payload, "version"),
    network: textAt(payload, "network"),
    resourceUrl: textAt(payload, "resourceUrl"),
    payer: textAt(payload, "payer"),
    issuedAt: countAt(payload, "issuedAt"),
    transaction: textAt(payload, "transaction"),
  }
}

function accountsOf(did: unknown): ReadonlySet<string> {
  const keys: unknown = isFields(did) ? did["verificationMethod"] : null
  if (!Array.isArray(keys)) throw new TypeError("did.json: verificationMethod is expected")
  return new Set(keys.map((key: unknown) => (isFields(key) ? String(key["blockchainAccountId"]).toLowerCase() : "")))
}

const invalid = (problem: string): ReceiptCheck => ({ status: "invalid", problem })
