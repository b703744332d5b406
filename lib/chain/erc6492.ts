import { isErc6492Signature, parseErc6492Signature, serializeErc6492Signature } from "viem/utils"
import { lowerHex } from "@/lib/domain/lower-hex"

/** The call that deploys a smart wallet. */
export type Deployment = { readonly factory: `0x${string}`; readonly data: `0x${string}` }

export type UnwrappedSignature = {
  /** The signature that the wallet itself verifies. */
  readonly signature: `0x${string}`
  /** `null`: the signature is not wrapped. */
  readonly deployment: Deployment | null
}

/**
 * Removes the wrapper that a wallet puts around its signature before it is deployed. A malformed wrapper stays part of
 * the signature, and no wallet accepts such a signature.
 *
 * @see https://eips.ethereum.org/EIPS/eip-6492
 */
export function unwrapSignature(wrapped: `0x${string}`): UnwrappedSignature {
  if (!isErc6492Signature(wrapped)) return { signature: wrapped, deployment: null }
  try {
    const { address: factory, data, signature } = parseErc6492Signature(wrapped)
    if (factory === undefined || data === undefined) return { signature: wrapped, deployment: null }
    return { signature, deployment: { factory: lowerHex(factory), data } }
  } catch {
    return { signature: wrapped, deployment: null }
  }
}

/** The inverse of `unwrapSignature`. */
export function wrapSignature({ signature, deployment }: UnwrappedSignature): `0x${string}` {
  if (deployment === null) return signature
  return serializeErc6492Signature({ address: deployment.factory, data: deployment.data, signature })
}
