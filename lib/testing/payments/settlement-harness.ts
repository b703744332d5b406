import { afterAll, beforeAll, beforeEach } from "vitest"
import type { Ledger } from "@/lib/ledger/ledger"
import { terms } from "./fixtures"
import { openLedger, openPaymentWorld, type PaymentWorld } from "./world"

/** The parts of a test of settlement. */
export type SettlementHarness = {
  /** Shared by all tests of a file. */
  readonly world: PaymentWorld
  /** Empty when a test begins. */
  readonly ledger: Ledger
  /** Amount that the payee received since the test began, atomic units. */
  readonly income: () => Promise<bigint>
}

/** Opens a new harness for each test of the calling file and closes it at the end. */
export function settlementHarness(): SettlementHarness {
  let open: { readonly world: PaymentWorld; ledger: Ledger; incomeBefore: bigint } | null = null
  const stage = () => {
    if (open === null) throw new Error("No test has begun.")
    return open
  }
  const balance = ({ balanceOf }: PaymentWorld) => balanceOf(terms.payTo)
  beforeAll(async () => {
    open = { world: await openPaymentWorld(), ledger: await openLedger(), incomeBefore: 0n }
  }, 30_000)
  afterAll(() => open?.world.stop())
  beforeEach(async () => {
    stage().ledger = await openLedger()
    stage().incomeBefore = await balance(stage().world)
  })
  return {
    get world() {
      return stage().world
    },
    get ledger() {
      return stage().ledger
    },
    income: async () => (await balance(stage().world)) - stage().incomeBefore,
  }
}
