import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Ledger } from "@/lib/ledger/ledger"

/** Where a process may die: just before or just after each thing that it does to the ledger or the chain. */
export const STEPS = [
  "chain.preflight",
  "ledger.claim",
  "produce",
  "ledger.saveAnswer",
  "chain.nextNonce",
  "ledger.markSent",
  "chain.broadcast",
  "ledger.markSettled",
  "ledger.markMined",
  "deliver",
] as const

export type Step = (typeof STEPS)[number]

/** Dies at the `occurrence`th time that a step comes up. */
export type Death = { readonly step: Step; readonly side: "before" | "after"; readonly occurrence: number }

/** How badly the node behaves, each as a share of its calls. */
export type Weather = {
  /** The call never arrives. */
  readonly lost: number
  /** The call arrives, its answer does not. */
  readonly unanswered: number
  /** The node denies a receipt that it has. */
  readonly lying: number
  readonly delayMs: number
}

export const CALM: Weather = { lost: 0, unanswered: 0, lying: 0, delayMs: 0 }

/** Reports each step to `at`, which may not come back. */
export function watched(ledger: Ledger, at: (step: Step, side: Death["side"]) => void): Ledger {
  const around = <Args extends readonly unknown[], T>(step: Step, call: (...args: Args) => Promise<T>) => {
    return async (...args: Args): Promise<T> => {
      at(step, "before")
      const result = await call(...args)
      at(step, "after")
      return result
    }
  }
  return {
    ...ledger,
    claim: around("ledger.claim", (...args: Parameters<Ledger["claim"]>) => ledger.claim(...args)),
    saveAnswer: around("ledger.saveAnswer", (...args: Parameters<Ledger["saveAnswer"]>) => ledger.saveAnswer(...args)),
    markSent: around("ledger.markSent", (...args: Parameters<Ledger["markSent"]>) => ledger.markSent(...args)),
    markSettled: around("ledger.markSettled", (...args: Parameters<Ledger["markSettled"]>) =>
      ledger.markSettled(...args),
    ),
    markMined: around("ledger.markMined", (...args: Parameters<Ledger["markMined"]>) => ledger.markMined(...args)),
  }
}

/** The same for the chain, in bad weather. `random` is in [0, 1). */
export function stormy(
  chain: UsdcChain,
  weather: Weather,
  random: () => number,
  at: (step: Step, side: Death["side"]) => void,
): UsdcChain {
  const through = async <T>(call: () => Promise<T>): Promise<T> => {
    await new Promise((resolve) => setTimeout(resolve, weather.delayMs * random()))
    if (random() < weather.lost) throw new Error("connect ETIMEDOUT")
    const result = await call()
    if (random() < weather.unanswered) throw new Error("socket hang up")
    return result
  }
  const stepped = async <T>(step: Step, call: () => Promise<T>): Promise<T> => {
    at(step, "before")
    const result = await through(call)
    at(step, "after")
    return result
  }
  return {
    ...chain,
    preflight: (proof) => stepped("chain.preflight", () => chain.preflight(proof)),
    nextNonce: (account) => stepped("chain.nextNonce", () => chain.nextNonce(account)),
    broadcast: async (raw) => {
      const receipt = await stepped("chain.broadcast", () => chain.broadcast(raw))
      return random() < weather.lying ? null : receipt
    },
    gasPrice: () => through(() => chain.gasPrice()),
    findTransfer: (transfer) => through(() => chain.findTransfer(transfer)),
    receipt: async (hash) => {
      const receipt = await through(() => chain.receipt(hash))
      return random() < weather.lying ? null : receipt
    },
  }
}
