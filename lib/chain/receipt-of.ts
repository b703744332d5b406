import type { Client, TransactionReceipt } from "viem"
import { getTransactionReceipt } from "viem/actions"

/** The receipt of a transaction; `null` while no block has it. */
export async function receiptOf(client: Client, hash: `0x${string}`): Promise<TransactionReceipt | null> {
  try {
    return await getTransactionReceipt(client, { hash })
  } catch (error) {
    if (error instanceof Error && error.name === "TransactionReceiptNotFoundError") return null
    throw error
  }
}
