import { isErc6492Signature, parseErc6492Signature } from "viem/utils"

/** The call that brings a smart wallet into being. */
export type Deployment = { readonly factory: `0x${string}`; readonly data: `0x${string}` }

export type UnwrappedSignature = {
  /** What the wallet itself checks. */
  readonly signature: `0x${string}`
  /** `null`: the signature is not wrapped. */
  readonly deployment: Deployment | null
}

/**
 * Takes the wrapping of a wallet that is not deployed yet off its signature. A wrapping that cannot be read is left on: no
 * wallet stands by it.
 *
 * @see https://eips.ethereum.org/EIPS/eip-6492
 */
export function unwrapSignature(wrapped: `0x${string}`): UnwrappedSignature {
  if (!isErc6492Signature(wrapped)) return { signature: wrapped, deployment: null }
  try {
    const { address: factory, data, signature } = parseErc6492Signature(wrapped)
    if (factory === undefined || data === undefined) return { signature: wrapped, deployment: null }
    return { signature, deployment: { factory, data } }
  } catch {
    return { signature: wrapped, deployment: null }
  }
}
