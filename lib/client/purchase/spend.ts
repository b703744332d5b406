import type { Receipt } from "./receipt"

/** Atomic units paid since an instant. */
export function spentSince(receipts: readonly Pick<Receipt, "deliveredAtMs" | "amount">[], sinceMs: number): bigint {
  return receipts
    .filter((receipt) => receipt.deliveredAtMs >= sinceMs)
    .reduce((sum, receipt) => sum + BigInt(receipt.amount), 0n)
}
