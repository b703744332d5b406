import { hexToBytes } from "viem"
import { privateKeyToAddress } from "viem/accounts"
import { ecdsa } from "./ecdsa"
import { type Transaction, encodeTransaction } from "./eip1559"
import { keccak256 } from "./keccak"

/** The account that submits payments: it signs transactions and nothing else. */
export type SettlementAccount = {
  readonly address: `0x${string}`
  signTransaction(transaction: Transaction): Promise<`0x${string}`>
}

/**
 * The operator's account. It signs in a fraction of the time of viem's account, with the same deterministic nonces
 * (RFC 6979) and therefore the same bytes.
 *
 * @throws {Error} the key is not valid for secp256k1.
 */
export function settlementAccount(privateKey: `0x${string}`): SettlementAccount {
  const key = hexToBytes(privateKey)
  return {
    address: privateKeyToAddress(privateKey),
    async signTransaction(transaction) {
      const { unsigned, signed } = encodeTransaction(transaction)
      const { signature, recoveryId } = ecdsa.sign(hexToBytes(keccak256(unsigned)), key)
      return signed({
        yParity: recoveryId & 1,
        r: numberIn(signature.subarray(0, 32)),
        s: numberIn(signature.subarray(32)),
      })
    },
  }
}

function numberIn(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString("hex")}`)
}
