import { afterEach, beforeEach, expect } from "vitest"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import { idOf, mined, payable, purchase, SOLD, transaction } from "./fixtures"

export type OpenLedger = { readonly ledger: Ledger; close(): Promise<void> }

export const NOW = 1_790_000_000_000

/** A ledger of its own for each test, and the steps of a payment on it. */
export function ledgerSteps(open: () => Promise<OpenLedger>) {
  let ledger: Ledger
  let close: () => Promise<void>
  beforeEach(async () => {
    const opened = await open()
    ledger = opened.ledger
    close = () => opened.close()
  })
  afterEach(() => close())

  async function claimed(n: number, nowMs = NOW): Promise<string> {
    const claim = await ledger.claim(purchase(n), nowMs)
    if (claim.kind !== "claimed") throw new Error(`Expected to claim ${n}, got ${claim.kind}.`)
    return claim.owner
  }

  async function answered(n: number): Promise<string> {
    const owner = await claimed(n)
    expect(await ledger.saveAnswer(idOf(n), owner, SOLD, NOW)).toBe(true)
    return owner
  }

  /** The n-th payment, sent in a transaction with the nonce n. */
  async function sent(n: number): Promise<string> {
    const owner = await answered(n)
    expect(await ledger.markSent(transaction(n), [payable(n)], NOW)).toBe(true)
    return owner
  }

  async function settled(n: number): Promise<void> {
    await sent(n)
    await ledger.markSettled([idOf(n)], mined(n), NOW)
  }

  const stateOf = async (n: number) => (await ledger.find(idOf(n)))?.state

  return { current: () => ledger, claimed, answered, sent, settled, stateOf }
}
