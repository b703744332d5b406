import { afterAll, beforeAll, beforeEach, expect } from "vitest"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import type { Payment } from "@/lib/x402/ledger/payment"
import { terms } from "./fixtures"
import { openLedger, openPaymentSetup, type PaymentSetup, type Sale } from "./payment-setup"

/** The parts of a test of settlement. */
export type SettlementHarness = {
  /** Shared by all tests of a file. */
  readonly setup: PaymentSetup
  /** Empty when a test begins. */
  readonly ledger: Ledger
  /** Amount that the payee received since the test began, atomic units. */
  readonly income: () => Promise<bigint>
  readonly stateOf: (id: string) => Promise<Payment["state"] | undefined>
  readonly untilSettled: (sales: readonly Sale[]) => Promise<void>
  /** A payer receives the outcome before the ledger marks the transaction as mined. */
  readonly waitUntilNothingInFlight: () => Promise<void>
}

export function only(sales: readonly Sale[]): Sale {
  const [sale] = sales
  if (!sale) throw new Error("Nothing was sold.")
  return sale
}

/** Opens a new harness for each test of the calling file and closes it at the end. */
export function settlementHarness(): SettlementHarness {
  let open: { readonly setup: PaymentSetup; ledger: Ledger; incomeBefore: bigint } | null = null
  const harness = () => {
    if (open === null) throw new Error("No test has begun.")
    return open
  }
  const stateOf = async (id: string) => (await harness().ledger.find(id))?.state
  const balance = ({ balanceOf }: PaymentSetup) => balanceOf(terms.payTo)
  beforeAll(async () => {
    open = { setup: await openPaymentSetup(), ledger: await openLedger(), incomeBefore: 0n }
  }, 30_000)
  afterAll(() => open?.setup.stop())
  beforeEach(async () => {
    harness().ledger = await openLedger()
    harness().incomeBefore = await balance(harness().setup)
  })
  return {
    get setup() {
      return harness().setup
    },
    get ledger() {
      return harness().ledger
    },
    income: async () => (await balance(harness().setup)) - harness().incomeBefore,
    stateOf,
    async untilSettled(sales) {
      const states = () => Promise.all(sales.map(({ id }) => stateOf(id)))
      await expect.poll(states, { timeout: 8_000 }).toEqual(sales.map(() => "settled"))
    },
    async waitUntilNothingInFlight() {
      const { ledger, setup } = harness()
      await expect.poll(() => ledger.pendingTransactions(setup.account.address)).toEqual([])
    },
  }
}
