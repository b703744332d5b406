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
  /** SHA-256 of the bytes of the answer; absent in a receipt of version 1, which does not say what was delivered. */
  readonly responseHash?: string
  readonly responseHashAlg?: "sha256"
  readonly responseHashEncoding?: "raw"
}

/**
 * A receipt as the service sends it, in `PAYMENT-RESPONSE`.
 *
 * @example
 * const { payload, signature }: SignedReceipt = JSON.parse(body)
 * console.log(payload, signature)
 */
export type SignedReceipt = { readonly payload: object; readonly signature: string }

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

const FIELDS = [
  { name: "version", type: "uint256" },
  { name: "network", type: "string" },
  { name: "resourceUrl", type: "string" },
  { name: "payer", type: "string" },
  { name: "issuedAt", type: "uint256" },
  { name: "transaction", type: "string" },
] as const

/** Version 2, a draft: https://github.com/x402-foundation/x402/pull/3186 */
const ANSWER_FIELDS = [
  { name: "responseHash", type: "string" },
  { name: "responseHashAlg", type: "string" },
  { name: "responseHashEncoding", type: "string" },
] as const

/** The only values that are known. */
const HASHED = { responseHashAlg: "sha256", responseHashEncoding: "raw" } as const

/** Chain 1 on every network; the payload names the network. */
const DOMAIN = { name: "x402 receipt", version: "1", chainId: 1 } as const

/**
 * Checks a receipt, also one that somebody else shows: its signature, and whether it is about these bytes. Resolves with what was
 * signed and by whom. Whose key that is, `/.well-known/did.json` of the service says.
 *
 * @param body the answer as it was sent (`Bought.body`); a receipt of version 1 is about no bytes
 * @throws {TypeError} which names the field that is wrong
 * @example
 * const { receipt, body } = await buyer.buy("/signal/BTC")
 * if (receipt.status === "verified") console.log((await verifyReceipt(receipt, body)).issuer === receipt.issuer)
 */
export async function verifyReceipt({ payload: fields, signature }: SignedReceipt, body: string) {
  const payload = parsePayload(fields as Fields)
  const { version, issuedAt, responseHash = "" } = payload
  if (version === 2 && responseHash !== (await sha256(body))) {
    throw new TypeError(`responseHash: ${responseHash} is not of this answer`)
  }
  const issuer = await recoverTypedDataAddress({
    domain: DOMAIN,
    types: { Receipt: version === 2 ? [...FIELDS, ...ANSWER_FIELDS] : FIELDS },
    primaryType: "Receipt",
    message: { ...payload, ...HASHED, responseHash, version: BigInt(version), issuedAt: BigInt(issuedAt) },
    signature: textAt({ signature }, "signature", /^0x[0-9a-fA-F]+$/) as `0x${string}`,
  })
  return { payload, signature, issuer }
}

async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))
  return `0x${[...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`
}

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

  async function check(receipt: Fields, body: string, expected: Sale, options: RequestOptions): Promise<ReceiptCheck> {
    const signed = { payload: fieldsAt(receipt, "payload"), signature: textAt(receipt, "signature") }
    const { payload, signature, issuer } = await verifyReceipt(signed, body)
    const fields = ["network", "resourceUrl", "payer", "transaction"] as const
    const wrong = fields.find((field) => payload[field].toLowerCase() !== expected[field].toLowerCase())
    if (wrong !== undefined) return invalid(`${wrong}: ${payload[wrong]} instead of ${expected[wrong]}`)
    if (!(await isIssuer(issuer, options))) return invalid(`signature: ${issuer} is not a key of did.json`)
    return { status: "verified", payload, signature, issuer }
  }

  /** The transaction and the receipt in `PAYMENT-RESPONSE`. Never rejects, because the answer is paid. */
  return async (
    { header, body }: { readonly header: string | null; readonly body: string },
    purchase: Purchase,
    options: RequestOptions,
  ): Promise<Settlement> => {
    let transaction: string | null = null
    try {
      const response = decodeHeader(header ?? "")
      transaction = typeof response["transaction"] === "string" ? response["transaction"] || null : null
      const { extensions } = response
      if (!isFields(extensions) || extensions["offer-receipt"] === undefined) {
        return { transaction, receipt: { status: "absent" } }
      }
      const receipt = fieldsAt(fieldsAt(fieldsAt(extensions, "offer-receipt"), "info"), "receipt")
      const sale = { ...purchase, transaction: transaction ?? "" }
      return { transaction, receipt: await check(receipt, body, sale, options) }
    } catch (error) {
      return {
        transaction,
        receipt: invalid(`PAYMENT-RESPONSE: ${error instanceof Error ? error.message : String(error)}`),
      }
    }
  }
}

function parsePayload(payload: Fields): ReceiptPayload {
  const version = countAt(payload, "version")
  if (version !== 1 && version !== 2) throw new TypeError(`version: 1 or 2 is expected, got ${version}`)
  return {
    version,
    network: textAt(payload, "network"),
    resourceUrl: textAt(payload, "resourceUrl"),
    payer: textAt(payload, "payer"),
    issuedAt: countAt(payload, "issuedAt"),
    transaction: textAt(payload, "transaction"),
    ...(version === 2 && { ...HASHED, responseHash: responseHashOf(payload) }),
  }
}

function responseHashOf(payload: Fields): string {
  textAt(payload, "responseHashAlg", /^sha256$/)
  textAt(payload, "responseHashEncoding", /^raw$/)
  return textAt(payload, "responseHash", /^0x[0-9a-f]{64}$/)
}

function accountsOf(did: unknown): ReadonlySet<string> {
  const keys: unknown = isFields(did) ? did["verificationMethod"] : null
  if (!Array.isArray(keys)) throw new TypeError("did.json: verificationMethod is expected")
  return new Set(keys.map((key: unknown) => (isFields(key) ? String(key["blockchainAccountId"]).toLowerCase() : "")))
}

const invalid = (problem: string): ReceiptCheck => ({ status: "invalid", problem })
