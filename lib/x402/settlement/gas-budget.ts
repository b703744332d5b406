import { type Clock, isOver } from "@/lib/domain/clock"

/** Gas of the last minute, by the outcome of the payments in the transactions. */
export type GasUse = { readonly settledGas: bigint; readonly refusedGas: bigint; readonly isExceeded: boolean }

/** Compares the gas that refused payments used with the gas that settled payments used. */
export type GasBudget = {
  /** A transaction of ours is in a block. Its gas is divided evenly among its payments. */
  record(transaction: { readonly gasUsed: bigint; readonly settled: number; readonly refused: number }): void
  /** Refused payments have used more than their share in the last minute. */
  isExceeded(): boolean
  use(): GasUse
}

type GasBudgetOptions = {
  readonly clock: Clock
  /** From 0 to 1: gas of refused payments relative to the gas of settled ones. */
  readonly maxRefusedShare: number
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

const WINDOW_MS = 60_000
/** About five refused payments. Without this allowance one refusal in a quiet minute would exceed the share. */
const ALLOWANCE_GAS = 250_000n
const PER_MILLE = 1_000

type Entry = { readonly atMs: number; readonly settledGas: bigint; readonly refusedGas: bigint }

export function createGasBudget({ clock, maxRefusedShare, log }: GasBudgetOptions): GasBudget {
  const share = BigInt(Math.round(maxRefusedShare * PER_MILLE))
  let entries: readonly Entry[] = []
  let settledGas = 0n
  let refusedGas = 0n
  let wasExceeded = false

  function pruneOld(): void {
    const nowMs = clock()
    const recent = entries.findIndex(({ atMs }) => !isOver({ sinceMs: atMs, lengthMs: WINDOW_MS, nowMs }))
    const old = recent === -1 ? entries : entries.slice(0, recent)
    if (old.length === 0) return
    entries = entries.slice(old.length)
    for (const entry of old) {
      settledGas -= entry.settledGas
      refusedGas -= entry.refusedGas
    }
  }

  function isExceeded(): boolean {
    pruneOld()
    const limit = (settledGas * share) / BigInt(PER_MILLE)
    const isNow = refusedGas > (limit > ALLOWANCE_GAS ? limit : ALLOWANCE_GAS)
    if (isNow !== wasExceeded) {
      wasExceeded = isNow
      const facts = { refusedGas: Number(refusedGas), settledGas: Number(settledGas) }
      log(isNow ? "settlement_refusals_high" : "settlement_refusals_normal", facts)
    }
    return isNow
  }

  return {
    record({ gasUsed, settled, refused }) {
      const count = settled + refused
      if (count === 0) return
      const ofRefused = (gasUsed * BigInt(refused)) / BigInt(count)
      const entry = { atMs: clock(), settledGas: gasUsed - ofRefused, refusedGas: ofRefused }
      entries = [...entries, entry]
      settledGas += entry.settledGas
      refusedGas += entry.refusedGas
      isExceeded()
    },
    isExceeded,
    use: () => ({ isExceeded: isExceeded(), settledGas, refusedGas }),
  }
}
