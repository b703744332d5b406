import { config } from "./config"
import { signedArtifacts } from "./runtime"

/**
 * Whose signature offers and receipts bear, under this host's own name; `null` where nothing is signed.
 *
 * @see https://w3c-ccg.github.io/did-method-web/
 */
export function didDocument(): unknown {
  const artifacts = signedArtifacts()
  if (artifacts === null) return null
  const id = `did:web:${encodeURIComponent(new URL(config().origin).host)}`
  const key = {
    id: `${id}#receipts`,
    type: "EcdsaSecp256k1RecoveryMethod2020",
    controller: id,
    blockchainAccountId: `eip155:1:${artifacts.signer}`,
  }
  return {
    "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/suites/secp256k1recovery-2020/v2"],
    id,
    verificationMethod: [key],
    assertionMethod: [key.id],
  }
}
