import { getAddress } from "viem"
import { createSiweMessage } from "viem/siwe"
import { encodeHeader } from "@/lib/client/purchase/header"
import type { SignInExtension } from "./wire"

type Hex = `0x${string}`

type Fields = Pick<SignInExtension["info"], "domain" | "uri" | "version" | "nonce" | "issuedAt" | "statement">

/** The fields of a text except the address. */
type SignInFields = {
  readonly extension: { readonly info: Fields & { readonly expirationTime?: string } }
  readonly chainId: number
}

/**
 * The text that the wallet shows and signs (`personal_sign`).
 *
 * @throws {SiweInvalidMessageFieldError} for a text that EIP-4361 does not allow
 * @see https://eips.ethereum.org/EIPS/eip-4361
 */
export function signInText({ extension, chainId }: SignInFields, address: Hex): string {
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
    ...(expirationTime && { expirationTime: new Date(expirationTime) }),
  })
}

/** Encodes `SIGN-IN-WITH-X`: the signed fields and the signature. */
export function signInHeader({ extension, chainId }: SignInFields, address: Hex, signature: Hex): string {
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
    ...(expirationTime && { expirationTime: new Date(expirationTime).toISOString() }),
    signature,
  })
}
