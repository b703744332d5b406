import { hexToBytes } from "viem"
import { privateKeyToAddress } from "viem/accounts"
import { ecdsa, keccak256 } from "./crypto"

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

/** A transaction without an access list. */
export type Transaction = {
  readonly type: "eip1559"
  readonly chainId: number
  readonly nonce: number
  readonly maxPriorityFeePerGas: bigint
  readonly maxFeePerGas: bigint
  readonly gas: bigint
  readonly to: `0x${string}`
  readonly value?: bigint
  readonly data?: `0x${string}`
}

type TransactionSignature = { readonly yParity: number; readonly r: bigint; readonly s: bigint }

/**
 * The bytes of a transaction, unsigned and signed. A batch of fifty payments has 20 kB, which a general encoder would
 * encode twice.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1559
 */
export function encodeTransaction(transaction: Transaction): {
  readonly unsigned: `0x${string}`
  readonly signed: (signature: TransactionSignature) => `0x${string}`
} {
  const { chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gas, to, value = 0n, data = "0x" } = transaction
  const fields = [
    ...[chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gas].map(numberItem),
    item(to.slice(2).toLowerCase()),
    numberItem(value),
    item(data.slice(2)),
    NO_ACCESS_LIST,
  ]
  return {
    unsigned: `0x02${list(fields)}`,
    signed: ({ yParity, r, s }) => `0x02${list([...fields, ...[yParity, r, s].map(numberItem)])}`,
  }
}

// RLP, in hex without `0x`: https://ethereum.org/developers/docs/data-structures-and-encoding/rlp/

const ITEM = 0x80
const LIST = 0xc0
/** The first byte of longer items has the number of bytes of their length. */
const MAX_SHORT_BYTES = 55

function list(items: readonly string[]): string {
  const digits = items.join("")
  return head(LIST, digits.length / 2) + digits
}

function item(digits: string): string {
  const isOwnHead = digits.length === 2 && digits < "80"
  return isOwnHead ? digits : head(ITEM, digits.length / 2) + digits
}

/** Without leading zeros, so that zero is empty. */
function numberItem(value: bigint | number): string {
  return item(value === 0 || value === 0n ? "" : wholeBytes(value))
}

const NO_ACCESS_LIST = list([])

function head(kind: typeof ITEM | typeof LIST, length: number): string {
  if (length <= MAX_SHORT_BYTES) return wholeBytes(kind + length)
  const size = wholeBytes(length)
  return wholeBytes(kind + MAX_SHORT_BYTES + size.length / 2) + size
}

function wholeBytes(value: bigint | number): string {
  const digits = value.toString(16)
  return digits.length % 2 === 0 ? digits : `0${digits}`
}
