import { randomUUID } from "node:crypto"
import type { ChannelChain } from "@/lib/chain/channels/channel-chain"
import type { ChannelDigests } from "@/lib/chain/channels/channel-digests"
import type { DigestSigner } from "@/lib/chain/crypto"
import { isOver } from "@/lib/domain/clock"
import type { Channel } from "@/lib/ledger/channels/channel"
import type { ChannelLedger, FinishedOperation } from "@/lib/ledger/channels/channel-ledger"
import type { PaymentTerms } from "@/lib/payments/wire/requirements"
import { summarizeError } from "@/lib/payments/settlement/settlement-steps"
import { createChannelMirror } from "./channel-mirror"
import { type ChannelSenderOptions, createChannelSender } from "./channel-sender"
import { claimGroups, claimOperation, type ClaimPolicy, isClaimDue, settleOperation } from "./plan-claims"

/** One process's right to send for all. `lease` is absent when no other process shares the ledger. */
export type ChannelTerm = {
  readonly lease: { hold(): Promise<boolean>; release(): Promise<void> } | null
  readonly channels: ChannelLedger
}

export type ChannelJobOptions = Omit<
  ChannelSenderOptions,
  "channels" | "chain" | "isStopped" | "onFault" | "onFinished"
> & {
  readonly newTerm: () => ChannelTerm
  readonly chain: ChannelSenderOptions["chain"] & ChannelChain
  readonly digests: ChannelDigests
  readonly authorizer: DigestSigner
  readonly terms: PaymentTerms
  readonly claims: ClaimPolicy
  /** How often the chain is read for channels in use; absent: every 10 seconds. */
  readonly syncMs?: number
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

export type ChannelJobStatus = {
  readonly account: `0x${string}`
  /** Wei; `null` until it was read. */
  readonly ether: bigint | null
  readonly isPaused: boolean
  readonly lastFault: string | null
}

/** Sends deposits, refunds and claims of sessions and keeps the mirror of the chain up to date. */
export type ChannelJob = {
  wake(): void
  /** Whether nothing can be sent now, because gas is missing or too expensive. */
  isPaused(): boolean
  status(): ChannelJobStatus
  stop(): Promise<void>
}

const POLL_MS = 250
const HEARTBEAT_MS = 1_000
const FUNDS_MS = 15_000
const DEFAULT_SYNC_MS = 10_000
const CLAIM_CHECK_MS = 5_000
/** Gas that the account must be able to pay for. */
const GAS_RESERVE = 2_000_000n
const MAX_UNCLAIMED = 500
/** A failed claim is tried again in a transaction of its own after this time. */
const RETRY_CLAIM_MS = 60_000

const nothing = (): void => undefined

export function startChannelJob(options: ChannelJobOptions): ChannelJob {
  const { chain, account, terms, clock, sleep, log, claims } = options
  let isStopped = false
  let lastFault: string | null = null
  let funds = { ether: null as bigint | null, isPaused: false, readAtMs: Number.NEGATIVE_INFINITY }
  let wakeUp = nothing
  const alone = new Map<string, number>()

  function fault(cause: unknown): void {
    lastFault = summarizeError(cause)
    log("session_job_failed", { error: lastFault })
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      const term = options.newTerm()
      try {
        if (term.lease === null || (await term.lease.hold())) await work(term)
      } catch (cause) {
        fault(cause)
      }
      await idle(term.lease === null ? POLL_MS : HEARTBEAT_MS)
    }
  }

  /** Until the lease is lost. */
  async function work({ lease, channels }: ChannelTerm): Promise<void> {
    let isHeld = true
    const isOverNow = () => isStopped || !isHeld
    const heartbeat = async () => {
      while (lease !== null && !isOverNow()) {
        await sleep(HEARTBEAT_MS)
        isHeld = await lease.hold().catch(() => false)
      }
    }
    const beating = heartbeat()
    const mirror = createChannelMirror({ ...options, channels })
    const sender = createChannelSender(
      { ...options, channels, isStopped: isOverNow, onFault: fault, onFinished: (all) => noteFailures(channels, all) },
      mirror,
    )
    let syncedMs = Number.NEGATIVE_INFINITY
    let claimedMs = Number.NEGATIVE_INFINITY
    let isRecovered = false
    while (!isOverNow()) {
      try {
        if (!isRecovered) {
          await mirror.reopenDropped()
          await sender.recover()
          isRecovered = true
        }
        await readFunds()
        if (isOver({ sinceMs: syncedMs, lengthMs: options.syncMs ?? DEFAULT_SYNC_MS, nowMs: clock() })) {
          syncedMs = clock()
          if (await mirror.reopenDropped()) await sender.recover()
          await mirror.updateWatched()
        }
        if (isOver({ sinceMs: claimedMs, lengthMs: Math.min(CLAIM_CHECK_MS, claims.intervalMs), nowMs: clock() })) {
          claimedMs = clock()
          await queueClaims(channels)
        }
        await sender.sendQueued()
      } catch (cause) {
        fault(cause)
        // The outcome of a sent transaction may not have been read or written.
        isRecovered = false
        await idle(POLL_MS)
      }
      await idle(POLL_MS)
    }
    await beating
    await lease?.release().catch(fault)
  }

  async function readFunds(): Promise<void> {
    if (!isOver({ sinceMs: funds.readAtMs, lengthMs: FUNDS_MS, nowMs: clock() })) return
    const [ether, gasPrice] = await Promise.all([chain.etherOf(account.address), chain.gasPrice()])
    const isPaused = ether < GAS_RESERVE * gasPrice || gasPrice > options.maxFeePerGas
    funds = { ether, isPaused, readAtMs: clock() }
  }

  async function queueClaims(channels: ChannelLedger): Promise<void> {
    if (funds.isPaused || (await channels.countOpen("claim")) > 0) return
    const nowMs = clock()
    const unclaimed = await channels.unclaimed(MAX_UNCLAIMED)
    const ours = unclaimed.filter(
      ({ config, refundOperation }) =>
        refundOperation === null && config.receiverAuthorizer === options.authorizer.address.toLowerCase(),
    )
    const together = ours.filter(({ id }) => !alone.has(id))
    const due = isClaimDue(together, claims, nowMs) ? claimGroups(together) : []
    const retried = ours.filter(({ id }) => (alone.get(id) ?? Number.POSITIVE_INFINITY) <= nowMs).map((one) => [one])
    for (const group of [...due, ...retried]) await queueClaim(channels, group)
    if (ours.length === 0) await queueSettle(channels, nowMs)
  }

  async function queueClaim(channels: ChannelLedger, group: readonly Channel[]): Promise<void> {
    const operation = claimOperation(group, `claim/${randomUUID()}`, options)
    if (operation !== null) await channels.enqueue(operation, clock())
  }

  let settleCheckedMs = Number.NEGATIVE_INFINITY

  /** Refunds claim without a transfer. */
  async function queueSettle(channels: ChannelLedger, nowMs: number): Promise<void> {
    if (!isOver({ sinceMs: settleCheckedMs, lengthMs: claims.intervalMs, nowMs })) return
    settleCheckedMs = nowMs
    const { claimed, settled } = await chain.unsettled(terms.payTo, terms.asset)
    if (claimed === settled) return
    const operation = settleOperation(terms.payTo, terms.asset, `claim/${randomUUID()}`, claimed - settled)
    await channels.enqueue(operation, nowMs)
  }

  function noteFailures(channels: ChannelLedger, operations: readonly FinishedOperation[]): void {
    for (const { id, isDone } of operations) {
      if (!id.startsWith("claim/")) continue
      void channels.findOperation(id).then((operation) => {
        for (const channelId of operation?.channelIds ?? []) {
          if (isDone) alone.delete(channelId)
          else alone.set(channelId, clock() + RETRY_CLAIM_MS)
        }
      }, fault)
      if (!isDone) log("session_claim_failed", { operation: id })
    }
  }

  async function idle(ms: number): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      wakeUp = resolve
    })
    await Promise.race([sleep(ms), woken])
  }

  const running = run()

  return {
    wake: () => wakeUp(),
    isPaused: () => funds.isPaused,
    status: () => ({ account: account.address, ether: funds.ether, isPaused: funds.isPaused, lastFault }),
    async stop() {
      isStopped = true
      wakeUp()
      await running
    },
  }
}
