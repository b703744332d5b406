import { isHex, recoverMessageAddress, recoverTypedDataAddress } from "viem"
import { typedDataOf } from "@/lib/client/purchase/authorization"
import type { PaymentPayload } from "@/lib/client/purchase/wire"

/**
 * Who signed, computed here from typed data and signature alone.
 *
 * @returns `null` when the signature is none of a plain key: smart wallets sign in ways that only the chain can check
 */
export async function recoverSigner({ accepted, payload }: PaymentPayload, chainId: number): Promise<string | null> {
  const { domain, types, primaryType, message } = typedDataOf({ accepted }, payload.authorization, chainId)
  const { TransferWithAuthorization } = types
  try {
    return await recoverTypedDataAddress({
      domain,
      types: { TransferWithAuthorization },
      primaryType,
      message: {
        ...message,
        value: BigInt(message.value),
        validAfter: BigInt(message.validAfter),
        validBefore: BigInt(message.validBefore),
      },
      signature: payload.signature,
    })
  } catch {
    return null
  }
}

/** The same for a text. */
export async function recoverTextSigner(text: string, signature: string): Promise<string | null> {
  if (!isHex(signature)) return null
  try {
    return await recoverMessageAddress({ message: text, signature })
  } catch {
    return null
  }
}
