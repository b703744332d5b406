import type { Hex } from "viem"

/** One proof of one payer. */
export type Proof = {
  /** The id of the proof's row in the ledger. */
  readonly id: string
  /** A voucher is refused while those before it were not charged. */
  readonly mayBeRefused: boolean
  /** The value of the payment header. */
  readonly header: string
  /** An attack: it is sent to every process, and may be refused or delivered. Delivered means paid, as for everybody. */
  readonly isHostile?: boolean
  /** What the attack must not have achieved. */
  readonly faults?: () => Promise<readonly string[]>
  /** Acts against the service while a process runs, until the signal. */
  readonly act?: (signal: AbortSignal) => Promise<void>
  /** Whether the chain has moved its money. */
  readonly isPaid: () => Promise<boolean>
  /** Factories that deploy its wallet, where it is not deployed yet. */
  readonly factories: readonly Hex[]
}
