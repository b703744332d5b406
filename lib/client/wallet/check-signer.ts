import { recoverMessageAddress, recoverTypedDataAddress } from "viem"
import { sameAddress } from "@/lib/client/format/address"
import type { PaymentTypedData } from "@/lib/client/sessions/sessions"
import { OtherAccountSigned } from "./wallet-error"

type Hex = `0x${string}`

/** 65 bytes: a signature of a key. Smart accounts have other forms, which only the chain can check. */
const KEY_SIGNATURE = /^0x[0-9a-f]{130}$/i

type Check = {
  readonly payer: Hex
  readonly signature: Hex
  /** Whether the payer is a contract, whose owner's key may sign for it. Rejects if that is unknown. */
  readonly isContract: (address: Hex) => Promise<boolean>
}

/** @throws {OtherAccountSigned} if a payment was signed by the key of another account, which the service would refuse */
export async function checkPaymentSigner(data: PaymentTypedData, check: Omit<Check, "payer">): Promise<void> {
  const { EIP712Domain: _, ...own } = data.types
  const types: Record<string, readonly { name: string; type: string }[]> = own
  const { value, validAfter, validBefore, ...message } = data.message
  const numbers = { value: BigInt(value), validAfter: BigInt(validAfter), validBefore: BigInt(validBefore) }
  const recover = () =>
    recoverTypedDataAddress({
      domain: data.domain,
      types,
      primaryType: data.primaryType,
      message: { ...message, ...numbers },
      signature: check.signature,
    })
  return checkSigner(recover, { ...check, payer: data.message.from })
}

/** @throws {OtherAccountSigned} if a text was signed by the key of another account */
export async function checkTextSigner(text: string, check: Check): Promise<void> {
  return checkSigner(() => recoverMessageAddress({ message: text, signature: check.signature }), check)
}

async function checkSigner(recover: () => Promise<Hex>, { payer, signature, isContract }: Check): Promise<void> {
  if (!KEY_SIGNATURE.test(signature)) return
  const signer = await recover().catch(() => null)
  if (signer === null || sameAddress(signer, payer)) return
  // The service checks what this browser cannot.
  if (await isContract(payer).catch(() => true)) return
  throw new OtherAccountSigned({ signer, payer })
}
