import type { Clock } from "@/lib/domain/clock"
import type { Channel } from "@/lib/x402/ledger/channels/channel"
import type { ChannelLedger, Exposure } from "@/lib/x402/ledger/channels/channel-ledger"
import { SessionsPausedError } from "@/lib/x402/errors"
import { isClaimOverdue, unclaimedOf } from "./plan-claims"
import type { SessionAccount } from "./session-account"

export type VoucherLimitsOptions = {
  readonly account: Pick<SessionAccount, "canSell">
  readonly channels: Pick<ChannelLedger, "exposure">
  readonly authorizer: `0x${string}`
  /** Charges that are unclaimed or cannot be transferred, in atomic units, beyond which no voucher is sold: of one channel, and of all. */
  readonly maxChannelUnits: bigint
  readonly maxUnits: bigint
  /** Whether the least deposit is worth its gas and that of a claim. */
  readonly isDepositWorth: () => boolean
  readonly clock: Clock
  /** What was claimed and cannot be transferred to the payee, in atomic units. Absent: nothing. */
  readonly blocked?: () => bigint
  /** Half of the unclaimed charges that are allowed is reached. */
  readonly onHalf: () => void
}

/** An amount that is being sold counts until it is in the ledger's sum. */
export type Reservation = { readonly sold: () => void; readonly release: () => void }

/** Limits the value of vouchers that are not claimed. Decides from memory, without the ledger or the node. */
export type VoucherLimits = {
  /**
   * Reserves an amount on a channel before the answer is computed.
   *
   * @throws {SessionsPausedError} its claim is not certain enough
   */
  readonly reserve: (channel: Channel, amount: bigint) => Reservation
  /**
   * The same check without a reservation, before money of the payer is moved.
   *
   * @throws {SessionsPausedError}
   */
  readonly check: (channel: Channel, amount: bigint) => void
  /**
   * Whether sessions are offered: claims can be paid and reach blocks, and the least deposit is worth its gas. Beyond a limit
   * they are still offered, because claims end that soon.
   */
  readonly isOffered: () => boolean
  /** Whether vouchers of open sessions are sold. */
  readonly isSelling: () => boolean
  readonly exposure: () => Exposure
  /** Reads the sum of the ledger. */
  readonly refresh: () => Promise<void>
}

type Entry = { readonly amount: bigint; isSold: boolean }

const NOTHING: Exposure = { unclaimed: 0n, channels: 0, oldestMs: null, withdrawalEndsS: null, waitingSinceMs: null }
/** While a transaction of sessions waits for a block for longer, nothing is sold. It is replaced every 30 seconds. */
const STALLED_MS = 120_000

export function createVoucherLimits(options: VoucherLimitsOptions): VoucherLimits {
  const { account, channels, authorizer, maxChannelUnits, maxUnits, clock, onHalf } = options
  let known: Exposure | null = null
  let waiting: { readonly sinceMs: number; readonly seenMs: number } | null = null
  /** Amounts that the last sum of the ledger may not contain. */
  const open = new Set<Entry>()
  let openAmount = 0n

  const blocked = options.blocked ?? (() => 0n)
  const total = (): bigint => (known?.unclaimed ?? 0n) + openAmount + blocked()

  function isStalled(): boolean {
    if (waiting === null) return false
    const nowMs = clock()
    // The clock of the process that sends may be ahead, so the wait that this process has seen counts too.
    return nowMs - waiting.sinceMs > STALLED_MS || Math.abs(nowMs - waiting.seenMs) > STALLED_MS
  }

  function remove(entry: Entry): void {
    if (open.delete(entry)) openAmount -= entry.amount
  }

  function check(channel: Channel, amount: bigint): void {
    const ofChannel = unclaimedOf(channel) + amount
    const ofAll = total() + amount
    if (2n * ofChannel >= maxChannelUnits || 2n * ofAll >= maxUnits) onHalf()
    if (!account.canSell()) throw new SessionsPausedError("gas to claim vouchers is missing or too expensive")
    if (isStalled()) throw new SessionsPausedError("transactions of sessions are not in a block yet")
    if (isClaimOverdue(channel, clock())) {
      throw new SessionsPausedError("earlier vouchers of this session could not be claimed yet")
    }
    if (ofChannel > maxChannelUnits) {
      throw new SessionsPausedError("this session has too many vouchers that are not claimed")
    }
    if (ofAll > maxUnits && blocked() > 0n) throw new SessionsPausedError("the payee cannot receive what was claimed")
    if (known === null || ofAll > maxUnits) throw new SessionsPausedError("too many vouchers are not claimed")
  }

  return {
    check,

    reserve(channel, amount) {
      check(channel, amount)
      const entry = { amount, isSold: false }
      open.add(entry)
      openAmount += amount
      return {
        sold: () => {
          entry.isSold = true
        },
        release: () => remove(entry),
      }
    },

    isOffered: () => account.canSell() && known !== null && !isStalled() && options.isDepositWorth(),
    isSelling: () => account.canSell() && known !== null && !isStalled() && total() < maxUnits,
    exposure: () => known ?? NOTHING,

    async refresh() {
      const written = [...open].filter(({ isSold }) => isSold)
      known = await channels.exposure(authorizer)
      const { waitingSinceMs: sinceMs } = known
      if (sinceMs !== waiting?.sinceMs) waiting = sinceMs === null ? null : { sinceMs, seenMs: clock() }
      written.forEach(remove)
    },
  }
}
