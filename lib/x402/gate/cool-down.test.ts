import { expect, test } from "vitest"
import type { Payment } from "@/lib/x402/ledger/payment"
import { createCoolDown } from "./cool-down"

const STATE = "invalid_transaction_state"

function openCoolDown() {
  const time = { ms: 0 }
  return { time, coolDown: createCoolDown(() => time.ms) }
}

test("a key's cool-down is one minute, a contract wallet's ten minutes", () => {
  const { time, coolDown } = openCoolDown()
  coolDown.penalize("key", STATE, true)
  coolDown.penalize("wallet", "invalid_exact_evm_transaction_simulation_failed", false)
  expect(["key", "wallet", "other"].map((payer) => coolDown.reasonFor(payer))).toEqual([
    STATE,
    "invalid_exact_evm_transaction_simulation_failed",
    null,
  ])
  time.ms = 60_000
  expect(["key", "wallet"].map((payer) => coolDown.reasonFor(payer))).toEqual([
    null,
    "invalid_exact_evm_transaction_simulation_failed",
  ])
  time.ms = 600_000
  expect(coolDown.reasonFor("wallet")).toBeNull()
})

test("each cool-down doubles, up to a day, and starts at ten minutes again after an equal pause", () => {
  const { time, coolDown } = openCoolDown()
  const minutes = () => {
    const beganMs = time.ms
    coolDown.penalize("wallet", STATE, false)
    coolDown.penalize("wallet", STATE, false)
    while (coolDown.reasonFor("wallet")) time.ms += 60_000
    return (time.ms - beganMs) / 60_000
  }
  expect(Array.from({ length: 9 }, minutes)).toEqual([10, 20, 40, 80, 160, 320, 640, 1_280, 1_440])
  time.ms += 86_400_001
  expect(minutes()).toBe(10)
})

test("a clock that is set back ends cool-downs that started in its future", () => {
  const { time, coolDown } = openCoolDown()
  time.ms = 86_400_000
  coolDown.penalize("wallet", STATE, false)
  time.ms = 0
  expect(coolDown.reasonFor("wallet")).toBeNull()
  coolDown.penalize("wallet", STATE, false)
  expect(coolDown.reasonFor("wallet"), "cooled down by the new clock").toBe(STATE)
  time.ms = 600_000
  expect(coolDown.reasonFor("wallet")).toBeNull()
})

test.each(["invalid_exact_evm_insufficient_balance", "invalid_exact_evm_nonce_already_used"])(
  "a payer whose payment the chain refused as %s cools down",
  (reason) => {
    const { coolDown } = openCoolDown()
    coolDown.penalize("payer", reason, true)
    expect(coolDown.reasonFor("payer")).toBe(reason)
  },
)

test("a refusal by the node starts no cool-down", () => {
  const { coolDown } = openCoolDown()
  coolDown.penalize("payer", "node_refused_transaction", true)
  expect(coolDown.reasonFor("payer")).toBeNull()
})

test("a proof that failed for lack of balance is accepted after the cool-down when the payer has balance", async () => {
  const { time, coolDown } = openCoolDown()
  const reason = "invalid_exact_evm_insufficient_balance"
  const known = { state: "refused", reason } as Payment
  const payable = { kind: "payable", balance: 1n, askedMs: 0, deployment: null } as const
  const ask = () => Promise.resolve(payable)
  coolDown.penalize("payer", reason, true)
  expect(await coolDown.check("payer", known, ask)).toEqual({ kind: "refused", reason })
  time.ms = 60_000
  expect(await coolDown.check("payer", known, ask)).toEqual(payable)
})

test("the oldest cool-downs are evicted", () => {
  const { coolDown } = openCoolDown()
  for (let n = 0; n <= 10_000; n += 1) coolDown.penalize(`payer ${n}`, STATE, false)
  expect([0, 1, 10_000].map((n) => coolDown.reasonFor(`payer ${n}`))).toEqual([null, STATE, STATE])
})
