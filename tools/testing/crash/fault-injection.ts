import type { TransactionReceipt } from "viem"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import type { ChannelLedger } from "@/lib/x402/ledger/channels/channel-ledger"
import type { Facilitator } from "@/lib/x402/settlement/facilitator"
import type { Ledger } from "@/lib/x402/ledger/ledger"

/** Steps before or after which a process can be killed. */
export const STEPS = [
  "chain.preflight",
  "ledger.claim",
  "produce",
  "ledger.saveAnswer",
  "chain.nextNonce",
  "ledger.markSent",
  "ledger.beginListing",
  "listing.settle",
  "ledger.endListing",
  "chain.broadcast",
  "ledger.markSettled",
  "ledger.markMined",
  "channels.enqueue",
  "channels.beginDeposit",
  "channels.markSent",
  "channels.finish",
  "channels.charge",
  "deliver",
] as const

export type Step = (typeof STEPS)[number]

/** Kills the process at the `occurrence`th time of a step. */
export type CrashPoint = { readonly step: Step; readonly side: "before" | "after"; readonly occurrence: number }

/** Faults of the node and the disk, each as a share of the calls. */
export type NodeFaults = {
  /** The call never arrives. */
  readonly lost: number
  /** The call arrives, its answer does not. */
  readonly unanswered: number
  /** The node hides a receipt, returns another transaction's receipt, or returns it without logs. */
  readonly wrongReceipts: number
  /** The maximum delay. One call in ten takes ten times as long, so later calls overtake it. */
  readonly delayMs: number
  /** The share of writes that fail because the disk is full. */
  readonly full: number
}

export const NO_FAULTS: NodeFaults = { lost: 0, unanswered: 0, wrongReceipts: 0, delayMs: 0, full: 0 }

type OnStep = (step: Step, side: CrashPoint["side"]) => void

function stepsAround(at: OnStep) {
  return <Args extends readonly unknown[], T>(step: Step, call: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      at(step, "before")
      const result = await call(...args)
      at(step, "after")
      return result
    }
}

/** Reports each step to `at`, which may kill the process. */
export function reportingLedger(ledger: Ledger, at: (step: Step, side: CrashPoint["side"]) => void): Ledger {
  const around = stepsAround(at)
  return {
    ...ledger,
    claim: around("ledger.claim", (...args: Parameters<Ledger["claim"]>) => ledger.claim(...args)),
    saveAnswer: around("ledger.saveAnswer", (...args: Parameters<Ledger["saveAnswer"]>) => ledger.saveAnswer(...args)),
    markSent: around("ledger.markSent", (...args: Parameters<Ledger["markSent"]>) => ledger.markSent(...args)),
    beginListing: around("ledger.beginListing", (...args: Parameters<Ledger["beginListing"]>) =>
      ledger.beginListing(...args),
    ),
    endListing: around("ledger.endListing", (...args: Parameters<Ledger["endListing"]>) => ledger.endListing(...args)),
    markSettled: around("ledger.markSettled", (...args: Parameters<Ledger["markSettled"]>) =>
      ledger.markSettled(...args),
    ),
    markMined: around("ledger.markMined", (...args: Parameters<Ledger["markMined"]>) => ledger.markMined(...args)),
  }
}

/** The same for the facilitator of a catalogue. */
export function reportingFacilitator(facilitator: Facilitator, at: OnStep): Facilitator {
  return { ...facilitator, settle: stepsAround(at)("listing.settle", (payment) => facilitator.settle(payment)) }
}

/** The same for sessions. */
export function reportingChannelLedger(
  channels: ChannelLedger,
  at: (step: Step, side: CrashPoint["side"]) => void,
): ChannelLedger {
  const around = stepsAround(at)
  return {
    ...channels,
    enqueue: around("channels.enqueue", (...args: Parameters<ChannelLedger["enqueue"]>) => channels.enqueue(...args)),
    beginDeposit: around("channels.beginDeposit", (...args: Parameters<ChannelLedger["beginDeposit"]>) =>
      channels.beginDeposit(...args),
    ),
    markSent: around("channels.markSent", (...args: Parameters<ChannelLedger["markSent"]>) =>
      channels.markSent(...args),
    ),
    finish: around("channels.finish", (...args: Parameters<ChannelLedger["finish"]>) => channels.finish(...args)),
    charge: around("channels.charge", (...args: Parameters<ChannelLedger["charge"]>) => channels.charge(...args)),
  }
}

/** Reports the steps of the chain and injects faults into its calls. `random` is in [0, 1). */
export function withFaults(
  chain: UsdcChain,
  faults: NodeFaults,
  random: () => number,
  at: (step: Step, side: CrashPoint["side"]) => void,
): UsdcChain {
  const withCallFaults = async <T>(call: () => Promise<T>): Promise<T> => {
    const delayMs = faults.delayMs * random() * (random() < 0.1 ? 10 : 1)
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    if (random() < faults.lost) throw new Error("connect ETIMEDOUT")
    const result = await call()
    if (random() < faults.unanswered) throw new Error("socket hang up")
    return result
  }
  const withReceiptFaults = (receipt: TransactionReceipt | null): TransactionReceipt | null => {
    if (receipt === null || random() >= faults.wrongReceipts) return receipt
    const draw = random()
    if (draw < 0.5) return null
    return draw < 0.75 ? { ...receipt, transactionHash: receipt.blockHash } : { ...receipt, logs: [] }
  }
  const stepped = async <T>(step: Step, call: () => Promise<T>): Promise<T> => {
    at(step, "before")
    const result = await withCallFaults(call)
    at(step, "after")
    return result
  }
  return {
    ...chain,
    preflight: (proof) => stepped("chain.preflight", () => chain.preflight(proof)),
    nextNonce: (account) => stepped("chain.nextNonce", () => chain.nextNonce(account)),
    broadcast: async (raw) => {
      return withReceiptFaults(await stepped("chain.broadcast", () => chain.broadcast(raw)))
    },
    minedNonce: (account) => withCallFaults(() => chain.minedNonce(account)),
    gasPrice: () => withCallFaults(() => chain.gasPrice()),
    plainTransfer: async (...question) => {
      const found = await withCallFaults(() => chain.plainTransfer(...question))
      return found !== null && random() < faults.wrongReceipts ? null : found
    },
    findTransfer: (...question) => withCallFaults(() => chain.findTransfer(...question)),
    etherOf: (account) => withCallFaults(() => chain.etherOf(account)),
    blockHashAt: (blockNumber) => withCallFaults(() => chain.blockHashAt(blockNumber)),
    receipt: async (hash) => withReceiptFaults(await withCallFaults(() => chain.receipt(hash))),
  }
}
