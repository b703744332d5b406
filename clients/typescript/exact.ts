import { BuyerError } from "./errors.js"
import type { OpenScheme, Requirements, SchemeOptions, Terms } from "./scheme.js"

/** A payment is valid from this time before it is signed, because clocks differ. */
const VALID_BEFORE_S = 600

/**
 * The scheme `exact`: one EIP-3009 authorization for each answer. The official package is three times as large as this
 * whole client, because it brings the transactions of other tokens along.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/schemes/exact/scheme_exact_evm.md
 */
export function exactScheme({ signer, now }: Pick<SchemeOptions, "signer" | "now">): OpenScheme {
  return {
    async sign(terms) {
      const authorization = authorizationOf(terms.accepts[0], signer.address, now())
      const signature = await signer.signTypedData(typedTransfer(terms, authorization))
      const { resource, extensions, accepts } = terms
      const payload = { signature, authorization }
      return {
        payload: { x402Version: 2, resource, accepted: accepts[0], payload, ...(extensions && { extensions }) },
        deposit: 0n,
      }
    },
    noteResponse: () => Promise.resolve(false),
    refund: () => Promise.reject(new BuyerError("invalid_option", "session: this buyer has none.")),
  }
}

function authorizationOf({ payTo, amount, maxTimeoutSeconds }: Requirements, from: string, nowMs: number) {
  const nowS = Math.floor(nowMs / 1_000)
  const nonce = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0"))
  return {
    from,
    to: payTo,
    value: amount,
    validAfter: String(nowS - VALID_BEFORE_S),
    validBefore: String(nowS + maxTimeoutSeconds),
    nonce: `0x${nonce.join("")}`,
  }
}

function typedTransfer(
  { accepts: [{ network, asset, extra }] }: Terms,
  authorization: ReturnType<typeof authorizationOf>,
) {
  const { name, version, assetTransferMethod = "eip3009" } = extra
  if (typeof name !== "string" || typeof version !== "string" || assetTransferMethod !== "eip3009") {
    throw new BuyerError(
      "offer_missing",
      "accepts: extra.name and extra.version of a token with EIP-3009 are expected.",
    )
  }
  const { value, validAfter, validBefore } = authorization
  const numbers = { value: BigInt(value), validAfter: BigInt(validAfter), validBefore: BigInt(validBefore) }
  return {
    domain: { name, version, chainId: Number(network.slice("eip155:".length)), verifyingContract: asset },
    types: {
      TransferWithAuthorization: [
        { name: "from", type: "address" },
        { name: "to", type: "address" },
        { name: "value", type: "uint256" },
        { name: "validAfter", type: "uint256" },
        { name: "validBefore", type: "uint256" },
        { name: "nonce", type: "bytes32" },
      ],
    },
    primaryType: "TransferWithAuthorization",
    message: { ...authorization, ...numbers },
  }
}
