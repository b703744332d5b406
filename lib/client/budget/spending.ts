import { startOfDay } from "@/lib/client/format/time"
import type { Attempt } from "@/lib/client/purchase/attempt"
import { amountOf } from "@/lib/client/purchase/attempt-facts"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { spentSince } from "@/lib/client/purchase/spend"
import type { Spending } from "./budget"

type SpendingParts = {
  readonly receipts: readonly Pick<Receipt, "id" | "deliveredAtMs" | "amount">[]
  readonly attempts: readonly Attempt[]
  readonly signing: ReadonlyMap<string, bigint>
  readonly nowMs: number
}

/** Today's spending. A payment counts once, whether it is pending, sent or delivered. */
export function spendingOf({ receipts, attempts, signing, nowMs }: SpendingParts): Spending {
  const delivered = new Set(receipts.map(({ id }) => id))
  const sent = attempts.filter(({ id }) => !delivered.has(id))
  const known = new Set([...delivered, ...sent.map(({ id }) => id)])
  const inWallets = [...signing].flatMap(([id, amount]) => (known.has(id) ? [] : [amount]))
  return {
    spent: spentSince(receipts, startOfDay(nowMs)),
    reserved: [...sent.map(amountOf), ...inWallets].reduce((sum, amount) => sum + amount, 0n),
  }
}
