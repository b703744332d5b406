import { GAS_BASE, GAS_PER_CONTRACT_TRANSFER, GAS_PER_DEPLOYMENT } from "@/lib/chain/transfer-gas"
import type { PaymentToSettle } from "@/lib/ledger/payment"
import { MAX_BATCH } from "./settlement-pace"

/** A transfer that failed in a batch is sent once more, alone, because another transfer may have used up the gas. */
export type Attempt = "first" | "last"

const GAS_PER_TRANSFER = 120_000n
const EOA_SIGNATURE_LENGTH = 132

/**
 * Base accepts no transaction with a gas limit above 16,777,216.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7825
 */
export const MAX_TRANSACTION_GAS = 15_000_000n

/** Gas limit of a full batch of transfers that are signed by keys. */
export const GAS_OF_FULL_BATCH = GAS_BASE + BigInt(MAX_BATCH) * GAS_PER_TRANSFER

/** The gas limit of one transaction with these transfers. The last attempt has the highest limit. */
export function gasFor(payments: readonly PaymentToSettle[], attempt: Attempt): bigint {
  return payments.reduce((sum, payment) => sum + gasOf(payment, attempt), GAS_BASE)
}

/** Gas limit of one transfer in a transaction. */
export function gasOf({ authorization }: PaymentToSettle, attempt: Attempt): bigint {
  const { signature, deployment } = authorization
  if (deployment !== null) return GAS_PER_DEPLOYMENT + GAS_PER_CONTRACT_TRANSFER
  const isShort = signature.length === EOA_SIGNATURE_LENGTH && attempt === "first"
  return isShort ? GAS_PER_TRANSFER : GAS_PER_CONTRACT_TRANSFER
}
