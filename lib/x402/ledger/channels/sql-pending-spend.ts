import { latestClaimEndMs, type PendingSpend } from "@/lib/x402/ledger/ledger"
import type { Store } from "@/lib/store/open-store"
import type { OpenDeposit } from "./channel-ledger"

/** The deposits of all processes that have not ended. */
export async function openDeposits(store: Store): Promise<readonly OpenDeposit[]> {
  const rows = await store
    .selectFrom("channel_operations as operation")
    .innerJoin("channels", "channels.id", "operation.channel_id")
    .select(["operation.id", "operation.amount", "operation.is_isolated", "operation.state"])
    .select(["channels.network", "channels.token", "channels.payer"])
    .where("operation.state", "in", ["queued", "sent"])
    .where("operation.kind", "=", "deposit")
    .execute()
  return rows.map(({ amount, is_isolated: isolated, ...row }) => ({
    ...row,
    amount: BigInt(amount),
    isIsolated: isolated === 1,
  }))
}

/** Added up here, because SQLite rounds large sums. The rows are few, because prices are few. */
export async function unsettledPayments(
  store: Store,
  { network, token, payer }: Pick<OpenDeposit, "network" | "token" | "payer">,
  nowMs: number,
): Promise<PendingSpend> {
  const rows = await store
    .selectFrom("payments")
    .select(["state", "amount"])
    .select(({ fn }) => fn.countAll().as("payments"))
    .where("payer", "=", payer)
    .where("asset", "=", token)
    .where("network", "=", network)
    .where("state", "in", ["claimed", "answered", "sent"])
    .where((row) =>
      row.or([row("state", "=", "sent"), row.between("claimed_until_ms", nowMs, latestClaimEndMs(nowMs))]),
    )
    .groupBy(["state", "amount"])
    .execute()
  const sumOf = (isSent: boolean) =>
    rows
      .filter(({ state }) => (state === "sent") === isSent)
      .reduce((sum, { amount, payments }) => sum + BigInt(amount) * BigInt(payments), 0n)
  return { unsent: sumOf(false), sent: sumOf(true) }
}
