import { afterAll, beforeAll, beforeEach } from "vitest"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import { terms } from "./fixtures"
import { openLedger, openPaymentSetup, type PaymentSetup } from "./payment-setup"

/** The parts of a test of settlement. */
export type SettlementHarness = {
  /** Shared by all tests of a file. */
  readonly setup: PaymentSetup
  /** Empty when a test begins. */
  readonly ledger: Ledger
  /** Amount that the payee received since the test began, atomic units. */
  readonly income: () => Promise<bigint>
}

/** Opens a new harness for each test of the calling file and closes it at the end. */
export function settlementHarness(): SettlementHarness {
  let open: { readonly setup: PaymentSetup; ledger: Ledger; incomeBefore: bigint } | null = null
  const harness = () => {
    if (open === null) throw new Error("No test has begun.")
    return open
  }
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
  }
}
