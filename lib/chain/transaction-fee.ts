import type { TransactionReceipt } from "viem"
import { z } from "zod"

/** Base adds the fee for its data on Ethereum, which viem leaves as the node wrote it. */
const DataFee = z.object({
  l1Fee: z
    .string()
    .regex(/^0x[\da-f]+$/i)
    .transform(BigInt),
})

/** The cost of a transaction for its sender, in wei; `null`: the node does not report it. */
export function feeWeiOf(receipt: TransactionReceipt): bigint | null {
  // Nodes may leave the price out, although the type has it.
  const price: unknown = receipt.effectiveGasPrice
  if (typeof price !== "bigint") return null
  const dataFee = DataFee.safeParse(receipt)
  return receipt.gasUsed * price + (dataFee.success ? dataFee.data.l1Fee : 0n)
}
