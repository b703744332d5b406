import type { ChannelChain } from "@/lib/x402/chain/channels/channel-chain"
import type { ChannelDigests } from "@/lib/x402/chain/channels/channel-digests"
import type { DigestSigner } from "@/lib/x402/chain/crypto"
import { isOver } from "@/lib/domain/clock"
import type { ChannelLedger, Exposure } from "@/lib/x402/ledger/channels/channel-ledger"
import type { PaymentTerms } from "@/lib/x402/wire/requirements"
import { summarizeError } from "@/lib/x402/settlement/settlement-steps"
import { createChannelMirror } from "./channel-mirror"
import { type ChannelSenderOptions, createChannelSender } from "./channel-sender"
import { createClaimQueue } from "./claim-queue"
import type { ClaimPolicy } from "./plan-claims"
import { createSessionAccount, type SessionGas } from "./session-account"
import { GAS_OF_SHORT_SESSION } from "./send-deposit"
import { createVoucherLimits, type VoucherLimits } from "./voucher-limits"

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
  /** The ledger outside of the lease: every process sells. */
  readonly channels: Pick<ChannelLedger, "exposure">
  readonly chain: ChannelSenderOptions["chain"] & ChannelChain
  readonly digests: ChannelDigests
  readonly authorizer: DigestSigner
  readonly terms: PaymentTerms
  readonly claims: ClaimPolicy
  /** Unclaimed charges of all channels, in atomic units, beyond which no voucher is sold. */
  readonly maxUnclaimedUnits: bigint
  /** The account is short of ether below this many claims. */
  readonly alarmClaims: number
  readonly withdrawDelayS: number
  readonly etherFreshMs?: number
  /** How long a balance must be missing before the loss is recorded; absent: as long as a block may be dropped. */
  readonly lossAfterMs?: number
  /** How often the chain is read for channels in use; absent: every 10 seconds. */
  readonly syncMs?: number
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

export type ChannelJobStatus = {
  readonly account: `0x${string}`
  readonly gas: SessionGas
  readonly exposure: Exposure
  readonly maxUnclaimedUnits: bigint
  /** What was claimed and cannot be transferred to the payee, as the process that sends knows; 0 in others. */
  readonly blockedUnits: bigint
  /** Whether vouchers are sold. */
  readonly isSelling: boolean
  readonly lastFault: string | null
}

/** Sends deposits, refunds and claims of sessions and keeps the mirror of the chain up to date. */
export type ChannelJob = {
  wake(): void
  /** Resolves when ether and unclaimed vouchers were looked up once. Never rejects. */
  readonly ready: Promise<void>
  /** Whether nothing can be sent now, because gas is missing or too expensive. */
  isPaused(): boolean
  /** Decides whether a voucher is sold. */
  readonly limits: VoucherLimits
  status(): ChannelJobStatus
  stop(): Promise<void>
}

const POLL_MS = 250
const HEARTBEAT_MS = 1_000
const WATCH_MS = 1_000
/** How old a balance may be when a claim is queued. */
const RECENT_ETHER_MS = 2_000
const DEFAULT_SYNC_MS = 10_000
const CLAIM_CHECK_MS = 5_000
/** While many vouchers are not claimed. */
const URGENT_CLAIM_CHECK_MS = 500

const nothing = (): void => undefined
const noneBlocked = () => 0n

export function startChannelJob(options: ChannelJobOptions): ChannelJob {
  const { account: sender, clock, sleep, log, claims, maxUnclaimedUnits } = options
  let isStopped = false
  let lastFault: string | null = null
  let wakeUp = nothing
  let areClaimsUrgent = false
  let blocked = noneBlocked
  // The threshold is below the limit, so that claims begin before sales stop.
  const policy = { ...claims, thresholdUnits: smaller(claims.thresholdUnits, maxUnclaimedUnits / 2n) }
  const account = createSessionAccount({ ...options, address: sender.address })
  const limits = createVoucherLimits({
    account,
    channels: options.channels,
    authorizer: options.authorizer.address,
    maxChannelUnits: claims.maxChannelUnits,
    maxUnits: maxUnclaimedUnits,
    isDepositWorth: () =>
      options.guard.gasPrices.isWorth(GAS_OF_SHORT_SESSION, options.terms.sessions?.minDeposit ?? 0n),
    blocked: () => blocked(),
    clock,
    onHalf() {
      areClaimsUrgent = true
    },
  })

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
    const queue = createClaimQueue({ ...options, channels, claims: policy, canSend, onFault: fault })
    blocked = queue.blocked
    const sending = createChannelSender(
      { ...options, channels, isStopped: isOverNow, onFault: fault, onFinished: (all) => queue.noteFinished(all) },
      mirror,
    )
    let syncedMs = Number.NEGATIVE_INFINITY
    let claimedMs = Number.NEGATIVE_INFINITY
    let isRecovered = false
    while (!isOverNow()) {
      try {
        if (!isRecovered) {
          await mirror.reopenDropped()
          await sending.recover()
          await queue.withdrawQueued()
          isRecovered = true
        }
        if (isOver({ sinceMs: syncedMs, lengthMs: options.syncMs ?? DEFAULT_SYNC_MS, nowMs: clock() })) {
          syncedMs = clock()
          if (await mirror.reopenDropped()) await sending.recover()
          await mirror.updateWatched()
        }
        const claimCheckMs = areClaimsUrgent ? URGENT_CLAIM_CHECK_MS : Math.min(CLAIM_CHECK_MS, claims.intervalMs)
        if (isOver({ sinceMs: claimedMs, lengthMs: claimCheckMs, nowMs: clock() })) {
          claimedMs = clock()
          areClaimsUrgent = false
          await queue.queueDue()
        }
        await sending.sendQueued()
      } catch (cause) {
        fault(cause)
        // The outcome of a sent transaction may not have been read or written.
        isRecovered = false
        await idle(POLL_MS)
      }
      await idle(POLL_MS)
    }
    blocked = noneBlocked
    await beating
    await lease?.release().catch(fault)
  }

  /** In every process, because every process sells. */
  async function watch(): Promise<void> {
    await ready
    while (!isStopped) {
      await sleep(WATCH_MS)
      await look()
    }
  }

  /** Reads the ether again, because a transaction that the account cannot pay for waits until it is hopeless. */
  async function canSend(): Promise<boolean> {
    await account.refresh(limits.exposure().channels, RECENT_ETHER_MS)
    return account.canSend()
  }

  async function look(): Promise<void> {
    await limits.refresh().catch(fault)
    await account.refresh(limits.exposure().channels)
  }

  async function idle(ms: number): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      wakeUp = resolve
    })
    await Promise.race([sleep(ms), woken])
  }

  const ready = look()
  const running = Promise.all([run(), watch()])

  return {
    wake: () => wakeUp(),
    ready,
    isPaused: () => !account.canSend(),
    limits,
    status: () => ({
      account: sender.address,
      gas: account.gas(),
      exposure: limits.exposure(),
      maxUnclaimedUnits,
      blockedUnits: blocked(),
      isSelling: limits.isSelling(),
      lastFault,
    }),
    async stop() {
      isStopped = true
      wakeUp()
      await running
    },
  }
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
