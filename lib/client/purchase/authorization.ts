import { paymentIdentifierFor } from "./payment-identifier"
import type { Quote } from "./quote"
import type { AuthorizationWire, TransferPayment } from "./wire"

type Hex = `0x${string}`

/** Margin, so that a payer clock that runs ahead does not make the authorization "not valid yet". */
const BACKDATE_S = 600

/** `TransferWithAuthorization` of EIP-3009 as typed data. */
export type TransferTypedData = {
  readonly domain: {
    readonly name: string
    readonly version: string
    readonly chainId: number
    readonly verifyingContract: Hex
  }
  readonly types: typeof transferTypes
  readonly primaryType: "TransferWithAuthorization"
  readonly message: AuthorizationWire
}

/** The EIP-712 domain of a token. Wallets need it spelled out. */
export const EIP712_DOMAIN = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
] as const

/** Both messages of EIP-3009, `TransferWithAuthorization` and `ReceiveWithAuthorization`, have these fields. */
export const EIP3009_FIELDS = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "validAfter", type: "uint256" },
  { name: "validBefore", type: "uint256" },
  { name: "nonce", type: "bytes32" },
] as const

const transferTypes = { EIP712Domain: EIP712_DOMAIN, TransferWithAuthorization: EIP3009_FIELDS } as const

/**
 * The transfer that pays a quote, valid by the service's clock. `nonce` is 32 random bytes and identifies the payment.
 */
export function authorizationFor(
  quote: Quote,
  { payer, nonce, nowMs }: { readonly payer: Hex; readonly nonce: Hex; readonly nowMs: number },
): AuthorizationWire {
  const nowS = Math.floor((nowMs - quote.aheadMs) / 1000)
  return {
    from: payer,
    to: quote.accepted.payTo,
    value: quote.accepted.amount,
    validAfter: String(nowS - BACKDATE_S),
    validBefore: String(nowS + quote.accepted.maxTimeoutSeconds),
    nonce,
  }
}

/**
 * @see https://eips.ethereum.org/EIPS/eip-3009
 * @see https://eips.ethereum.org/EIPS/eip-712
 */
export function typedDataOf(
  quote: Pick<Quote, "accepted">,
  authorization: AuthorizationWire,
  chainId: number,
): TransferTypedData {
  const { name, version } = quote.accepted.extra
  return {
    domain: { name, version, chainId, verifyingContract: quote.accepted.asset },
    types: transferTypes,
    primaryType: "TransferWithAuthorization",
    message: authorization,
  }
}

export function payloadOf(quote: Quote, authorization: AuthorizationWire, signature: Hex): TransferPayment {
  return {
    x402Version: 2,
    resource: quote.resource,
    accepted: quote.accepted,
    payload: { signature, authorization },
    ...paymentIdentifierFor(quote.extensions, authorization.nonce),
  }
}

/** 32 random bytes. */
export function randomNonce(): Hex {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`
}
