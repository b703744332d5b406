import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { type Clock, isOver } from "@/lib/domain/clock"
import { fairFees, feesWithin } from "@/lib/x402/settlement/settlement-fees"
import { GAS_OF_CLAIM, GAS_OF_SETTLE } from "./plan-claims"

/**
 * Whether the account of sessions can pay for claims:
 *
 * - `unknown`: its balance was not read, or too long ago;
 * - `low`: it pays for fewer claims than configured, beyond those that are due;
 * - `fee_too_high`: gas costs more than the configured maximum, so nothing is sent;
 * - `empty`: it does not pay for the claims that are due and one more.
 */
export type SessionGasState = "unknown" | "ok" | "low" | "fee_too_high" | "empty"

export type SessionGas = {
  readonly state: SessionGasState
  /** Wei; `null` until it was read. */
  readonly ether: bigint | null
  /** Claims of one channel each that the ether pays for at the current fee; `null` while unknown. */
  readonly claims: number | null
}

export type SessionAccountOptions = {
  readonly chain: Pick<UsdcChain, "etherOf" | "gasPrice">
  readonly address: `0x${string}`
  /** Wei per gas above which nothing is sent. */
  readonly maxFeePerGas: bigint
  /** The state is `low` below this many claims. */
  readonly alarmClaims: number
  readonly withdrawDelayS: number
  /** How long a balance is not read again; absent: 15 seconds. */
  readonly etherFreshMs?: number
  readonly clock: Clock
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

/** Watches the ether of the account that sends claims. */
export type SessionAccount = {
  readonly gas: () => SessionGas
  /** Whether a transaction can be sent now. */
  readonly canSend: () => boolean
  /** Whether a voucher that is sold now can be claimed in time. A fee that is too high may last for a while. */
  readonly canSell: () => boolean
  /** Reads the node when the last answer is older than `freshMs`. `channels`: those that have something to claim. Never rejects. */
  readonly refresh: (channels: number, freshMs?: number) => Promise<void>
}

const FRESH_MS = 15_000
/** The interval while gas is missing, so that sales continue soon after it arrives. */
const FAST_POLL_MS = 2_000
/** A balance that was read longer ago than this is not relied on. */
const MAX_AGE_MS = 600_000
/** Vouchers are sold for this part of the withdrawal delay while gas is too expensive. */
const FEE_SHARE = 4
/** A transaction, and a deposit or refund beside the claims. */
const GAS_RESERVE = 500_000n
/** Gas of a transaction that claims one channel. */
const GAS_OF_LONE_CLAIM = 100_000n + GAS_OF_CLAIM + GAS_OF_SETTLE

export function createSessionAccount(options: SessionAccountOptions): SessionAccount {
  const { chain, address, maxFeePerGas, alarmClaims, withdrawDelayS, etherFreshMs = FRESH_MS, clock, log } = options
  const maxAgeMs = Math.min(MAX_AGE_MS, (withdrawDelayS * 1_000) / FEE_SHARE)
  let state: SessionGasState = "unknown"
  let logged: SessionGasState = "ok"
  let ether: bigint | null = null
  let claims: number | null = null
  let askedMs = Number.NEGATIVE_INFINITY
  let readMs = Number.NEGATIVE_INFINITY
  let highFeeSinceMs: number | null = null

  function current(): SessionGasState {
    return isOver({ sinceMs: readMs, lengthMs: maxAgeMs, nowMs: clock() }) ? "unknown" : state
  }

  async function read(channels: number): Promise<void> {
    const nowMs = clock()
    const [wei, gasPrice] = await Promise.all([chain.etherOf(address), chain.gasPrice()])
    const fees = feesWithin(maxFeePerGas, gasPrice)
    const { maxFeePerGas: fee } = fees ?? fairFees(gasPrice)
    const costOf = (gas: bigint) => (gas * fee * 5n) / 4n
    const due = costOf(GAS_RESERVE + BigInt(channels) * (GAS_OF_CLAIM + 10_000n) + GAS_OF_SETTLE)
    ether = wei
    claims = Number(wei / costOf(GAS_OF_LONE_CLAIM))
    state = wei < due ? "empty" : fees === null ? "fee_too_high" : claims < alarmClaims ? "low" : "ok"
    highFeeSinceMs = fees === null ? (highFeeSinceMs ?? nowMs) : null
    readMs = nowMs
    if (state !== logged) log(`session_gas_${state}`, { account: address, claims, gasPrice: `${gasPrice}` })
    logged = state
  }

  return {
    gas: () => ({ state: current(), ether, claims }),

    canSend() {
      const now = current()
      return now === "ok" || now === "low"
    },

    canSell() {
      const now = current()
      if (now !== "fee_too_high") return now === "ok" || now === "low"
      return highFeeSinceMs !== null && Math.abs(clock() - highFeeSinceMs) < (withdrawDelayS * 1_000) / FEE_SHARE
    },

    async refresh(channels, freshMs = etherFreshMs) {
      const lengthMs = state === "ok" || state === "low" ? freshMs : Math.min(freshMs, FAST_POLL_MS)
      if (!isOver({ sinceMs: askedMs, lengthMs, nowMs: clock() })) return
      askedMs = clock()
      // The chain part of health reports that the node is down.
      await read(channels).catch(() => undefined)
    },
  }
}
