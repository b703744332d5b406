import { expect, test } from "vitest"
import { OutOfGasError } from "@/lib/x402/errors"
import type { SettlerAccount } from "./settler-account"
import { createSettlerAccounts } from "./settler-accounts"
import { MAX_IN_FLIGHT } from "./next-batch"

type Facts = { readonly name: string; ours?: number; isStuck?: boolean; sentMs?: number; batches?: number }

function keysOf(...facts: readonly Facts[]) {
  const all = facts.map((one): SettlerAccount => ({
    address: `0x${one.name}`,
    send: () => Promise.resolve(true),
    resume: () => undefined,
    paymentIds: () => new Set([`payment of ${one.name}`]),
    inFlight: () => ({ all: one.ours ?? 0, ours: one.ours ?? 0 }),
    isStuck: () => one.isStuck ?? false,
    sentMs: () => one.sentMs ?? 0,
  }))
  const canPay = (address: string, batches: number) =>
    (facts.find(({ name }) => `0x${name}` === address)?.batches ?? Number.POSITIVE_INFINITY) >= batches
  return createSettlerAccounts(all, { canPay })
}

const nextOf = (...facts: readonly Facts[]) => keysOf(...facts).next()?.address ?? null

test("the account with the fewest transactions in flight is next, then the least recently used", () => {
  expect(nextOf({ name: "a", ours: 2 }, { name: "b", ours: 1 })).toBe("0xb")
  expect(nextOf({ name: "a", sentMs: 7 }, { name: "b", sentMs: 3 }, { name: "c", sentMs: 5 })).toBe("0xb")
})

test("a stuck account is skipped, unless all accounts are stuck", () => {
  expect(nextOf({ name: "a", isStuck: true }, { name: "b", ours: 9 })).toBe("0xb")
  expect(nextOf({ name: "a", isStuck: true, ours: 1 }, { name: "b", isStuck: true })).toBe("0xb")
})

test("an account without gas for its batches in flight and one more is skipped, even for a stuck account", () => {
  expect(nextOf({ name: "a", ours: 1, batches: 1 }, { name: "b", ours: 9 })).toBe("0xb")
  expect(nextOf({ name: "a", batches: 0 }, { name: "b", isStuck: true })).toBe("0xb")
  expect(() => nextOf({ name: "a", batches: 0 }, { name: "b", ours: 2, batches: 2 })).toThrow(OutOfGasError)
})

test("no account is chosen while all queues are full", () => {
  expect(nextOf({ name: "a", ours: MAX_IN_FLIGHT }, { name: "b", ours: MAX_IN_FLIGHT })).toBeNull()
  expect(nextOf({ name: "a", ours: MAX_IN_FLIGHT }, { name: "b" })).toBe("0xb")
})

test("the accounts report their sums of batches and payments, and are found by address in any case", () => {
  const keys = keysOf({ name: "aB", ours: 2 }, { name: "cd", ours: 3 })
  expect(keys.inFlight()).toEqual({ all: 5, ours: 5 })
  expect([...keys.paymentIds()]).toEqual(["payment of aB", "payment of cd"])
  expect([keys.ofAddress("0xAb")?.address, keys.ofAddress("0xff")]).toEqual(["0xaB", null])
})
