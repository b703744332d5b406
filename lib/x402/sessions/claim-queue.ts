import { randomUUID } from "node:crypto"
import type { ChannelChain } from "@/lib/x402/chain/channels/channel-chain"
import type { ChannelDigests } from "@/lib/x402/chain/channels/channel-digests"
import type { DigestSigner } from "@/lib/x402/chain/crypto"
import { type Clock, isOver } from "@/lib/domain/clock"
import { formatUsdc, usdc } from "@/lib/domain/usdc"
import type { Channel, NewOperation } from "@/lib/x402/ledger/channels/channel"
import type { ChannelLedger, FinishedOperation } from "@/lib/x402/ledger/channels/channel-ledger"
import { uncovered } from "@/lib/x402/ledger/channels/sync-channel"
import type { PaymentTerms } from "@/lib/x402/wire/requirements"
import type { GasGuard } from "@/lib/x402/gate/gas-guard"
import {
  claimGroups,
  claimOperation,
  type ClaimPolicy,
  dueChannels,
  GAS_OF_SETTLE,
  hasClaim,
  settleOperation,
} from "./plan-claims"

export type ClaimQueueOptions = {
  readonly channels: Pick<
    ChannelLedger,
    "unclaimed" | "recordLoss" | "enqueue" | "queued" | "abandon" | "countOpen" | "findOperation"
  >
  readonly chain: Pick<ChannelChain, "readPending" | "executes" | "unsettled">
  readonly digests: ChannelDigests
  readonly authorizer: DigestSigner
  readonly terms: Pick<PaymentTerms, "payTo" | "asset">
  readonly claims: ClaimPolicy
  readonly guard: { readonly gasPrices: Pick<GasGuard["gasPrices"], "isWorth"> }
  readonly withdrawDelayS: number
  /** How long a balance must be missing before the loss is recorded. Absent: as long as a block may be dropped. */
  readonly lossAfterMs?: number
  /** Whether the account can pay for a claim now. */
  readonly canSend: () => Promise<boolean>
  readonly clock: Clock
  readonly onFault: (cause: unknown) => void
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

/** Decides which vouchers are claimed, and queues a claim only when it would succeed on the pending state. */
export type ClaimQueue = {
  /** Records losses, and queues what is due while the account can pay for it. */
  readonly queueDue: () => Promise<void>
  /** Claims that are queued and not sent were planned for an older state of the chain. */
  readonly withdrawQueued: () => Promise<void>
  readonly noteFinished: (operations: readonly FinishedOperation[]) => void
  /** What was claimed and cannot be transferred to the payee, in atomic units; 0 while transfers succeed. */
  readonly blocked: () => bigint
}

const MAX_UNCLAIMED = 500
const MAX_QUEUED = 100
/** A failed claim is tried again after this time, then after twice as long, up to a part of the withdrawal delay. */
const RETRY_MS = 60_000
const RETRY_SHARE = 24
const LOSS_AFTER_MS = 120_000

/** `isSettled`: the operation transfers what it claims. */
type Executable = { readonly operations: readonly NewOperation[]; readonly isSettled: boolean }

type Failure = { readonly count: number; readonly sinceMs: number; readonly lengthMs: number }

export function createClaimQueue(options: ClaimQueueOptions): ClaimQueue {
  const { channels, chain, terms, claims, clock, log, authorizer, lossAfterMs = LOSS_AFTER_MS } = options
  const { isWorth } = options.guard.gasPrices
  const failures = new Map<`0x${string}`, Failure>()
  const shortSinceMs = new Map<`0x${string}`, number>()
  let settleCheckedMs = Number.NEGATIVE_INFINITY
  let claimFailedMs = Number.NEGATIVE_INFINITY
  let blocked = 0n

  async function queueDue(): Promise<void> {
    const nowMs = clock()
    const except = [...failures].filter(([, failure]) => !isOver({ ...failure, nowMs })).map(([id]) => id)
    const filter = { authorizer: authorizer.address, except: except.slice(-MAX_UNCLAIMED) }
    const unclaimed = await channels.unclaimed(filter, MAX_UNCLAIMED)
    const left = await withoutLosses(unclaimed)
    if (!(await options.canSend())) return withdrawQueued()
    if ((await channels.countOpen("claim")) > 0) return
    const due = dueChannels(left, claims, nowMs, isWorth)
    // A channel that is claimed because of its payer does not pay for the transfer of all others.
    const mayTransfer = blocked === 0n && isOver({ sinceMs: claimFailedMs, lengthMs: RETRY_MS, nowMs })
    const settles = due.length === left.length && mayTransfer
    let isWithout = !settles
    for (const group of claimGroups(await withClaims(due))) {
      const { operations, isSettled } = await executable(group, settles)
      for (const operation of operations) await channels.enqueue(operation, clock())
      if (settles && !isSettled) {
        isWithout = true
        settleCheckedMs = Number.NEGATIVE_INFINITY
      }
    }
    if (isWithout || due.length === 0) await queueSettle(nowMs)
  }

  /** The channels as of the pending block, and of them those that have something to claim. */
  async function withClaims(due: readonly Channel[]): Promise<readonly Channel[]> {
    const reads = await Promise.all(due.map(({ id }) => chain.readPending(id)))
    return due
      .map((channel, index): Channel => ({ ...channel, onChain: reads[index] ?? channel.onChain }))
      .filter(hasClaim)
  }

  /** One claim of the whole group when the pending state accepts it; otherwise of those channels that it accepts alone. */
  async function executable(group: readonly Channel[], settles: boolean): Promise<Executable> {
    const together = operationOf(group, settles)
    if (together === null) return { operations: [], isSettled: settles }
    if (await chain.executes(together.call, together.gas)) return { operations: [together], isSettled: settles }
    // A claim moves no token, so it succeeds although the payee cannot receive. `queueSettle` finds that out.
    if (settles) return executable(group, false)
    const accepted: Channel[] = []
    for (const channel of group) {
      const alone = group.length === 1 ? null : operationOf([channel], false)
      if (alone !== null && (await chain.executes(alone.call, alone.gas))) accepted.push(channel)
      else noteFailure(channel.id)
    }
    const rest = operationOf(accepted, false)
    return { operations: rest === null ? [] : [rest], isSettled: false }
  }

  function operationOf(group: readonly Channel[], settles: boolean): NewOperation | null {
    return claimOperation(group, `claim/${randomUUID()}`, { ...options, settles })
  }

  function noteFailure(id: `0x${string}`): void {
    const count = (failures.get(id)?.count ?? 0) + 1
    const mostMs = (options.withdrawDelayS * 1_000) / RETRY_SHARE
    failures.set(id, { count, sinceMs: clock(), lengthMs: Math.min(RETRY_MS * 2 ** (count - 1), mostMs) })
  }

  /** Records the losses that are older than any reorganisation, and leaves out channels with nothing else to claim. */
  async function withoutLosses(unclaimed: readonly Channel[]): Promise<readonly Channel[]> {
    const short = new Set<string>()
    for (const channel of unclaimed) {
      const { id } = channel
      if (uncovered(channel) <= channel.lost) continue
      short.add(id)
      const sinceMs = Math.min(shortSinceMs.get(id) ?? channel.syncedMs, channel.syncedMs)
      shortSinceMs.set(id, sinceMs)
      if (channel.syncedMs - sinceMs < lossAfterMs) continue
      const lost = await channels.recordLoss(id)
      const { payer } = channel.config
      log("session_charges_lost", { channel: id, payer, usdc: formatUsdc(usdc(lost - channel.lost)) })
    }
    for (const id of shortSinceMs.keys()) if (!short.has(id)) shortSinceMs.delete(id)
    return unclaimed.filter((channel) => !short.has(channel.id) || hasClaim(channel))
  }

  async function withdrawQueued(): Promise<void> {
    for (const { id, kind } of await channels.queued(MAX_QUEUED, false)) {
      if (kind === "claim") await channels.abandon(id, "planned for an older state", clock())
    }
  }

  async function queueSettle(nowMs: number): Promise<void> {
    const lengthMs = blocked > 0n ? Math.min(RETRY_MS, claims.intervalMs) : claims.intervalMs
    if (!isOver({ sinceMs: settleCheckedMs, lengthMs, nowMs })) return
    settleCheckedMs = nowMs
    const { claimed, settled } = await chain.unsettled(terms.payTo, terms.asset)
    const left = claimed - settled
    const operation = settleOperation(terms.payTo, terms.asset, `claim/${randomUUID()}`, left)
    const executes = left === 0n || (await chain.executes(operation.call, operation.gas))
    noteBlocked(executes ? 0n : left)
    // What is claimed is safe in the contract.
    if (left > 0n && executes && isWorth(GAS_OF_SETTLE, left)) await channels.enqueue(operation, nowMs)
  }

  function noteBlocked(now: bigint): void {
    if (now > 0n) log("session_transfer_failed", { payTo: terms.payTo, usdc: formatUsdc(usdc(now)) })
    else if (blocked > 0n) log("session_transfer_possible", { payTo: terms.payTo })
    blocked = now
  }

  return {
    queueDue,

    withdrawQueued,

    blocked: () => blocked,

    noteFinished(operations) {
      for (const { id, isDone } of operations) {
        if (!id.startsWith("claim/")) continue
        if (!isDone) {
          claimFailedMs = clock()
          log("session_claim_failed", { operation: id })
        }
        void channels.findOperation(id).then((operation) => {
          for (const channelId of operation?.channelIds ?? []) {
            if (isDone) failures.delete(channelId)
            else noteFailure(channelId)
          }
        }, options.onFault)
      }
    },
  }
}
