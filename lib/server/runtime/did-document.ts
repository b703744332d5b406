import { config } from "./config"
import { signedArtifacts } from "./runtime"

/** Lists the current and former keys that sign offers and receipts; `null` where there are none. */
export function didDocument(): unknown {
  const { origin, receiptFormerAddresses } = config()
  const signer = signedArtifacts()?.signer
  return didDocumentOf(origin, [...(signer === undefined ? [] : [signer]), ...receiptFormerAddresses])
}

/**
 * @param signers newest first
 * @see https://w3c-ccg.github.io/did-method-web/
 */
export function didDocumentOf(origin: string, signers: readonly `0x${string}`[]): unknown {
  if (signers.length === 0) return null
  const id = `did:web:${encodeURIComponent(new URL(origin).host)}`
  const keys = signers.map((signer, index) => ({
    id: `${id}#receipts${index === 0 ? "" : `-${signer.slice(2, 10).toLowerCase()}`}`,
    type: "EcdsaSecp256k1RecoveryMethod2020",
    controller: id,
    blockchainAccountId: `eip155:1:${signer}`,
  }))
  return {
    "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/suites/secp256k1recovery-2020/v2"],
    id,
    verificationMethod: keys,
    assertionMethod: keys.map((key) => key.id),
  }
}
