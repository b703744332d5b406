import { createHash } from "node:crypto"
import { hashTypedData } from "viem"
import { digestSigner, hashOfText, keccak256 } from "@/lib/x402/chain/crypto"
import { typedDigest } from "@/lib/x402/chain/authorization"
import { hexWord, numberWord } from "@/lib/x402/chain/words"
import { acceptsOf, MAX_TIMEOUT_S, type Offer, type PaymentTerms } from "./requirements"

/**
 * Signed offers and receipts, which a payer can show to others.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/extensions/extension-offer-and-receipt.md
 */
export type SignedArtifacts = {
  readonly signer: `0x${string}`
  /** For a 402: the terms of each entry of `accepts`. */
  offer(terms: PaymentTerms, offer: Offer, nowMs: number): SignedExtension
  /** For a settlement response: a receipt that the payer got the answer. */
  receipt(terms: PaymentTerms, offer: Offer, sale: Sale): SignedExtension
}

type Sale = {
  readonly payer: `0x${string}`
  /** Hash of the transaction that paid; empty for a voucher, which pays without one. */
  readonly transaction: string
  /** The answer as it is sent. */
  readonly body: string
  readonly nowMs: number
}

export type SignedExtension = { readonly "offer-receipt": { readonly info: unknown; readonly schema: unknown } }

/** How long a signed offer is reused, so that an unpaid request rarely costs a signature. */
const OFFER_EVERY_S = 600
const MAX_REPEATED_CHARS = 160
/** Offers, and receipts: those of a payer for one resource in one second have equal bytes. */
const MAX_KNOWN = 500

const offerTypes = {
  Offer: [
    { name: "version", type: "uint256" },
    { name: "resourceUrl", type: "string" },
    { name: "scheme", type: "string" },
    { name: "network", type: "string" },
    { name: "asset", type: "string" },
    { name: "payTo", type: "string" },
    { name: "amount", type: "string" },
    { name: "validUntil", type: "uint256" },
  ],
} as const

/** Chain 1 whatever the network: the extension signs off chain and names the network in the message (section 3.2). */
const offerDomain = { name: "x402 offer", version: "1", chainId: 1 } as const

/** @param bindsAnswer whether receipts have the hash of the answer (version 2, a draft: `BoundAnswer`) */
export function signArtifacts(privateKey: `0x${string}`, bindsAnswer = false): SignedArtifacts {
  const key = digestSigner(privateKey)
  const known = { offers: new Map<string, SignedExtension>(), receipts: new Map<string, SignedExtension>() }

  function offer(terms: PaymentTerms, { contract, url }: Offer, nowMs: number): SignedExtension {
    const begunS = Math.floor(nowMs / 1_000 / OFFER_EVERY_S) * OFFER_EVERY_S
    const sold = `${terms.origin} ${terms.payTo} ${terms.sessions !== null} ${contract.id} ${contract.price} ${url}`
    const name = `${begunS} ${sold}`
    const found = known.offers.get(name)
    if (found !== undefined) return found
    // An offer that is read in its last second still gives the time that the requirements promise.
    const validUntil = begunS + OFFER_EVERY_S + MAX_TIMEOUT_S
    // Each offer repeats the URL, and headers have a limit: of a long one the first way to pay alone is signed.
    const signed = acceptsOf(terms, contract.price).slice(0, url.length > MAX_REPEATED_CHARS ? 1 : undefined)
    const offers = signed.map(({ scheme, network, asset, payTo, amount }, acceptIndex) => {
      const payload = { version: 1, resourceUrl: terms.origin + url, scheme, network, asset, payTo, amount, validUntil }
      const message = { ...payload, version: 1n, validUntil: BigInt(validUntil) }
      const digest = hashTypedData({ domain: offerDomain, types: offerTypes, primaryType: "Offer", message })
      return { format: "eip712", acceptIndex, payload, signature: key.sign(digest) }
    })
    return remember(known.offers, name, extension({ offers }))
  }

  function receipt(terms: PaymentTerms, { url }: Offer, { payer, transaction, body, nowMs }: Sale): SignedExtension {
    const common = {
      network: terms.network,
      resourceUrl: terms.origin + url,
      payer,
      issuedAt: Math.floor(nowMs / 1_000),
      transaction,
    }
    const payload: ReceiptPayload = bindsAnswer
      ? { version: 2, ...common, ...boundAnswer(body) }
      : { version: 1, ...common }
    const name = JSON.stringify(payload)
    const found = known.receipts.get(name)
    if (found !== undefined) return found
    const signature = key.sign(receiptDigest(payload))
    return remember(known.receipts, name, extension({ receipt: { format: "eip712", payload, signature } }))
  }

  return { signer: key.address, offer, receipt }
}

function remember(known: Map<string, SignedExtension>, name: string, signed: SignedExtension): SignedExtension {
  const [oldest] = known.keys()
  if (known.size >= MAX_KNOWN && oldest !== undefined) known.delete(oldest)
  known.set(name, signed)
  return signed
}

function extension(info: { readonly offers: readonly unknown[] } | { readonly receipt: unknown }): SignedExtension {
  return { "offer-receipt": { info, schema: "offers" in info ? offersSchema : receiptSchema } }
}

const artifact = {
  type: "object",
  properties: { format: { const: "eip712" }, payload: { type: "object" }, signature: { type: "string" } },
  required: ["format", "payload", "signature"],
} as const

/** Short, because it is sent in a header; the fields of an offer are those of the specification. */
const offersSchema = { type: "object", properties: { offers: { type: "array" } }, required: ["offers"] } as const

const receiptSchema = { type: "object", properties: { receipt: artifact }, required: ["receipt"] } as const

/** The fields of a receipt. */
export type ReceiptPayload = ReceiptFields & ({ readonly version: 1 } | ({ readonly version: 2 } & BoundAnswer))

/**
 * What version 2 adds. Upstream has not merged it yet.
 *
 * @see https://github.com/x402-foundation/x402/pull/3186
 */
type BoundAnswer = {
  /** SHA-256, 0x and 64 hexadecimal digits. */
  readonly responseHash: `0x${string}`
  readonly responseHashAlg: "sha256"
  /** Of the bytes as they are sent, without Content-Encoding. */
  readonly responseHashEncoding: "raw"
}

function boundAnswer(body: string): BoundAnswer {
  const responseHash = `0x${createHash("sha256").update(body).digest("hex")}` as const
  return { responseHash, responseHashAlg: "sha256", responseHashEncoding: "raw" }
}

type ReceiptFields = {
  readonly network: string
  readonly resourceUrl: string
  readonly payer: `0x${string}`
  /** Seconds. */
  readonly issuedAt: number
  /** Empty for a payment by voucher. */
  readonly transaction: string
}

const textWord = (text: string) => hexWord(hashOfText(text))

/** Chain 1 whatever the network: the extension signs off chain and names the network in the message (section 3.2). */
const SEPARATOR = keccak256(
  `0x${[
    textWord("EIP712Domain(string name,string version,uint256 chainId)"),
    textWord("x402 receipt"),
    textWord("1"),
    numberWord(1),
  ].join("")}`,
)

const RECEIPT_FIELDS =
  "uint256 version,string network,string resourceUrl,string payer,uint256 issuedAt,string transaction"

const RECEIPT_TYPES = {
  1: textWord(`Receipt(${RECEIPT_FIELDS})`),
  2: textWord(`Receipt(${RECEIPT_FIELDS},string responseHash,string responseHashAlg,string responseHashEncoding)`),
} as const

/**
 * The 32 bytes (EIP-712) that are signed for a receipt. Encoded by hand, because it runs for every payment.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/extensions/extension-offer-and-receipt.md
 */
export function receiptDigest(payload: ReceiptPayload): `0x${string}` {
  const { version, network, resourceUrl, payer, issuedAt, transaction } = payload
  return typedDigest(SEPARATOR, [
    RECEIPT_TYPES[version],
    numberWord(version),
    textWord(network),
    textWord(resourceUrl),
    textWord(payer),
    numberWord(issuedAt),
    textWord(transaction),
    ...(payload.version === 2
      ? [payload.responseHash, payload.responseHashAlg, payload.responseHashEncoding].map(textWord)
      : []),
  ])
}
