import { getAddress } from "viem"
import { createSiweMessage } from "viem/siwe"
import { encodeHeader } from "@/lib/client/purchase/header"
import type { SignInOffer } from "./offer"

type Hex = `0x${string}`

/**
 * The text that the wallet shows and signs (`personal_sign`).
 *
 * @throws {SiweInvalidMessageFieldError} for a text that EIP-4361 does not allow
 * @see https://eips.ethereum.org/EIPS/eip-4361
 */
export function signInText({ extension, chainId }: SignInOffer, address: Hex): string {
  const { domain, uri, version, nonce, issuedAt, expirationTime, statement } = extension.info
  return createSiweMessage({
    domain,
    uri,
    version,
    nonce,
    statement,
    chainId,
    address: getAddress(address),
    issuedAt: new Date(issuedAt),
    expirationTime: new Date(expirationTime),
  })
}

/** Encodes `SIGN-IN-WITH-X`: the signed fields and the signature. */
export function signInHeader({ extension, chainId }: SignInOffer, address: Hex, signature: Hex): string {
  const { domain, uri, version, nonce, issuedAt, expirationTime, statement } = extension.info
  return encodeHeader({
    domain,
    address: getAddress(address),
    statement,
    uri,
    version,
    chainId: `eip155:${chainId}`,
    type: "eip191",
    nonce,
    issuedAt: new Date(issuedAt).toISOString(),
    expirationTime: new Date(expirationTime).toISOString(),
    signature,
  })
}
