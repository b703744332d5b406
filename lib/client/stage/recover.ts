import { isHex, recoverMessageAddress, recoverTypedDataAddress } from "viem"
import { typedDataOf } from "@/lib/client/purchase/authorization"
import type { TransferPayment } from "@/lib/client/purchase/wire"

/**
 * Recovers the signer from typed data and signature.
 *
 * @returns `null` for signatures of smart wallets, which only the chain can verify
 */
export async function recoverSigner({ accepted, payload }: TransferPayment, chainId: number): Promise<string | null> {
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

/** Recovers the signer of a text (`personal_sign`). */
export async function recoverTextSigner(text: string, signature: string): Promise<string | null> {
  if (!isHex(signature)) return null
  try {
    return await recoverMessageAddress({ message: text, signature })
  } catch {
    return null
  }
}
