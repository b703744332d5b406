import { afterAll, beforeAll, expect, test } from "vitest"
import { openPaymentSetup, type PaymentSetup } from "@/tools/testing/payments/payment-setup"
import { PAYMENT_METHOD_COUNT } from "./payers"
import { crashRun } from "./harness"
import { NO_FAULTS, type CrashPoint } from "./fault-injection"

let setup: PaymentSetup
beforeAll(async () => {
  setup = await openPaymentSetup()
})
afterAll(() => setup.stop())

/* `npm run test:crash` kills a process at every step, and by 300 random plans. */

const DEADLINE_MS = 60_000
const EVERY_METHOD_PLAN = { payers: PAYMENT_METHOD_COUNT, faults: NO_FAULTS, seed: 1 }

test.each<CrashPoint>([
  { step: "ledger.markSent", side: "after", occurrence: 1 },
  { step: "chain.broadcast", side: "after", occurrence: 1 },
])(
  "after a process is killed $side $step, every payer is served once and no payment stays open",
  async (kill) => {
    const report = await crashRun(setup, { ...EVERY_METHOD_PLAN, kills: [kill], dropsBlocks: false })
    expect(report).toEqual({ killed: 1, faults: [] })
  },
  DEADLINE_MS,
)

test.each<CrashPoint>([
  { step: "listing.settle", side: "after", occurrence: 1 },
  { step: "ledger.beginListing", side: "after", occurrence: 1 },
])(
  "after a process is killed $side $step, which a facilitator was asked for, every payer is served once",
  async (kill) => {
    const report = await crashRun(setup, { ...EVERY_METHOD_PLAN, kills: [kill], dropsBlocks: false, listing: true })
    expect(report).toEqual({ killed: 1, faults: [] })
  },
  DEADLINE_MS,
)

test.each<CrashPoint>([{ step: "deliver", side: "after", occurrence: 2 }])(
  "after a process is killed $side $step and the chain reorganises, every payer is served once",
  async (kill) => {
    const report = await crashRun(setup, { ...EVERY_METHOD_PLAN, kills: [kill], dropsBlocks: true })
    expect(report).toEqual({ killed: 1, faults: [] })
  },
  DEADLINE_MS,
)

test(
  "after a process is killed while its disk is full at times, every payer is served once",
  async () => {
    const plan = {
      payers: 6,
      kills: [{ afterMs: 400 }],
      faults: { ...NO_FAULTS, full: 0.2 },
      dropsBlocks: false,
      seed: 1,
    }
    expect((await crashRun(setup, plan)).faults).toEqual([])
  },
  DEADLINE_MS,
)
