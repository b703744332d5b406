import { unwrapSignature } from "@/lib/chain/undeployed-wallet"
import type { Authorization, Owed } from "@/lib/ledger/payment"
import type { SettlementWaiters } from "./settlement-waiters"
import type { Settlement } from "./settler"

/**
 * Payments whose payer is a wallet of code. It is asked in the block, where it can burn all the gas it is given although it
 * agreed when it was tried out. So one that has not paid here yet has one payment under way at a time, which travels alone;
 * what is refused takes with it what waits behind it. One that has paid has as many under way as cost little more.
 */
export type WalletLine = {
  /** Lets a payment through now, or when it is its turn. */
  readonly add: (payment: Owed) => void
  /** Code runs for it that may do anything: of a wallet that has not paid here yet, or of the factory that deploys it. */
  readonly isAlone: (payment: Owed) => boolean
  /** Those that it is not the turn of. */
  readonly waiting: () => number
}

export type WalletLineOptions = {
  readonly isByKey: (authorization: Authorization) => boolean
  readonly letThrough: (payment: Owed) => void
  /** Another one of its payer's was refused before it was sent. */
  readonly turnAway: (payment: Owed, settlement: Extract<Settlement, { kind: "refused" }>) => void
  /** What becomes of a payment. */
  readonly hear: SettlementWaiters["add"]
}

/** 2.4 million gas, which is what a wallet that pays once can burn afterwards. */
const UNDER_WAY_ONCE_PAID = 4
/** Wallets that are remembered. Whoever paid longer ago than so many others is new again. */
const MOST = 10_000

type Wallet = { readonly underWay: Set<string>; readonly behind: Map<string, Owed> }

export function createWalletLine({ isByKey, letThrough, turnAway, hear }: WalletLineOptions): WalletLine {
  const wallets = new Map<string, Wallet>()
  /** Those who paid last come last. */
  const paid = new Set<string>()

  function admit(payer: string, { underWay, behind }: Wallet): void {
    const room = paid.has(payer) ? UNDER_WAY_ONCE_PAID : 1
    for (const payment of behind.values()) {
      if (underWay.size >= room) break
      behind.delete(payment.id)
      underWay.add(payment.id)
      hear(payment.id, (settlement) => end(payment, settlement))
      letThrough(payment)
    }
    if (underWay.size + behind.size === 0) wallets.delete(payer)
  }

  function end({ id, authorization }: Owed, settlement: Settlement): void {
    const payer = authorization.from
    const wallet = wallets.get(payer)
    if (wallet === undefined || !wallet.underWay.delete(id)) return
    if (settlement.kind === "settled") remember(payer)
    if (settlement.kind === "refused") {
      paid.delete(payer)
      const all = [...wallet.behind.values()]
      wallet.behind.clear()
      for (const one of all) turnAway(one, settlement)
    }
    admit(payer, wallet)
  }

  function remember(payer: string): void {
    paid.delete(payer)
    paid.add(payer)
    const [oldest] = paid
    if (paid.size > MOST && oldest !== undefined) paid.delete(oldest)
  }

  return {
    add(payment) {
      const { id, authorization } = payment
      if (isByKey(authorization)) return letThrough(payment)
      const payer = authorization.from
      const wallet = wallets.get(payer) ?? { underWay: new Set(), behind: new Map() }
      wallets.set(payer, wallet)
      // Who asks again for what is under way waits for that.
      if (wallet.underWay.has(id)) return letThrough(payment)
      wallet.behind.set(id, payment)
      admit(payer, wallet)
    },
    isAlone({ authorization }) {
      if (isByKey(authorization)) return false
      return !paid.has(authorization.from) || unwrapSignature(authorization.signature).deployment !== null
    },
    waiting: () => [...wallets.values()].reduce((sum, { behind }) => sum + behind.size, 0),
  }
}
