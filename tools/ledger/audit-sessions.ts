import type { ChannelChain } from "@/lib/x402/chain/channels/channel-chain"
import type { Store } from "@/lib/store/open-store"
import { type Channel, claimTotalOf } from "@/lib/x402/ledger/channels/channel"
import { openRefunds, toChannel } from "@/lib/x402/ledger/channels/channel-row"
import { type SessionTotals, sessionTotals } from "./session-totals"

/**
 * Differences between the session tables and the chain:
 *
 * - `sales`: the sales by voucher do not add up to what the channel was charged;
 * - `overclaimed`: the chain has claims beyond the charges;
 * - `uncovered`: the balance of the channel is below its charges, and the difference is not recorded as lost;
 * - `unknown`: the receiver has claims of channels that are not in the tables.
 */
export type SessionDifference = {
  readonly kind: "sales" | "overclaimed" | "uncovered" | "unknown"
  /** `null` for all of them together. */
  readonly channelId: `0x${string}` | null
  /** In atomic units: the amount on the chain, or of the sales, less the charges of the channel. */
  readonly amount: bigint
}

export type SessionAudit = {
  readonly totals: SessionTotals
  /** Transferred to the receiver. */
  readonly settled: bigint
  readonly differences: readonly SessionDifference[]
}

type Parties = { readonly network: string; readonly payTo: `0x${string}`; readonly token: `0x${string}` }

/** Compares every session with its sales and with the chain. `null`: there is no session. Rejects on RPC faults. */
export async function auditSessions(
  store: Store,
  chain: Pick<ChannelChain, "read" | "unsettled">,
  { network, payTo, token }: Parties,
): Promise<SessionAudit | null> {
  const totals = await sessionTotals(store, network)
  if (totals.channels === 0) return null
  const sales = await salesByChannel(store, network)
  const differences: SessionDifference[] = []
  let allClaimed = 0n
  let claimedHere = 0n
  for await (const channels of pagesOf(store, network)) {
    const ids = channels.map(({ id }) => id)
    const reads = await Promise.all(ids.map((id) => chain.read(id)))
    for (const [index, { id, charged, config, lost }] of channels.entries()) {
      const read = reads[index]
      if (read === undefined) continue
      const add = (kind: SessionDifference["kind"], amount: bigint) => differences.push({ kind, channelId: id, amount })
      const sold = sales.get(id) ?? 0n
      if (sold !== charged) add("sales", sold - charged)
      if (read.totalClaimed > charged) add("overclaimed", read.totalClaimed - charged)
      if (read.balance < claimTotalOf(charged) - lost) add("uncovered", read.balance - charged + lost)
      allClaimed += read.totalClaimed
      if (config.receiver === payTo.toLowerCase()) claimedHere += read.totalClaimed
    }
  }
  const { claimed, settled } = await chain.unsettled(payTo, token)
  if (claimed !== claimedHere) differences.push({ kind: "unknown", channelId: null, amount: claimed - claimedHere })
  return { totals: { ...totals, claimed: allClaimed }, settled, differences }
}

/** Concurrent reads of the node, which refuses more than 1,000. */
const PAGE = 500

async function* pagesOf(store: Store, network: string): AsyncGenerator<readonly Channel[]> {
  let after = ""
  for (;;) {
    const rows = await store
      .selectFrom("channels")
      .selectAll()
      .select(openRefunds)
      .where("network", "=", network)
      .where("id", ">", after)
      .orderBy("id")
      .limit(PAGE)
      .execute()
    if (rows.length > 0) yield rows.map(toChannel)
    after = rows.at(-1)?.id ?? after
    if (rows.length < PAGE) return
  }
}

async function salesByChannel(store: Store, network: string): Promise<ReadonlyMap<string, bigint>> {
  const rows = await store
    .selectFrom("payments")
    .select(["channel_id", "amount", (row) => row.fn.countAll().as("sales")])
    .where("network", "=", network)
    .where("channel_id", "is not", null)
    .groupBy(["channel_id", "amount"])
    .execute()
  const sums = new Map<string, bigint>()
  for (const { channel_id: id, amount, sales } of rows) {
    if (id !== null) sums.set(id, (sums.get(id) ?? 0n) + BigInt(amount) * BigInt(sales))
  }
  return sums
}
