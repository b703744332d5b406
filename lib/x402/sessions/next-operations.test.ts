import { expect, test } from "vitest"
import type { ChannelOperation } from "@/lib/x402/ledger/channels/channel"
import { gasOf, nextOperations, type Queue } from "./next-operations"

const address = (n: number): `0x${string}` => `0x${n.toString(16).padStart(40, "0")}`

/** The n-th deposit of a payer. */
function deposit(n: number, payer = n): ChannelOperation & { readonly payer: `0x${string}` } {
  return {
    id: `deposit/${n}`,
    kind: "deposit",
    channelIds: [address(1_000 + n)],
    amount: 1n,
    call: "0x",
    gas: 250_000n,
    validUntilS: null,
    isIsolated: false,
    state: "queued",
    transaction: null,
    reason: null,
    soldTotal: null,
    payer: address(payer),
  }
}

function chosen(deposits: readonly ReturnType<typeof deposit>[], changes: Partial<Queue> = {}): readonly string[] {
  const payers = new Map(deposits.map(({ id, payer }) => [id, payer]))
  const operations = nextOperations({
    queued: deposits,
    payerOf: ({ id }) => payers.get(id) ?? null,
    isProven: () => false,
    sourceOf: (payer) => payer,
    isOverBudget: false,
    ...changes,
  })
  return operations.map(({ id }) => id)
}

const many = Array.from({ length: 30 }, (_, n) => deposit(n))

test("a payer has one deposit in a transaction", () => {
  expect(chosen([deposit(1, 7), deposit(2, 7), deposit(3, 8)])).toEqual(["deposit/1", "deposit/3"])
})

test("twenty deposits share a transaction, whose gas suffices for all when each uses its limit", () => {
  expect(chosen(many)).toHaveLength(20)
  const used = many.reduce((sum, { gas }) => sum + gas, 0n)
  const left = gasOf(many) - used
  // The caller keeps back a 64th of what is left.
  expect(left * 64n).toBeGreaterThan(gasOf(many))
})

test("over budget, unproven payers with one source of money count as one payer", () => {
  const sourceOf = (payer: string) => (payer === address(29) ? "other" : "one")
  expect(chosen(many, { isOverBudget: true, sourceOf })).toEqual(["deposit/0", "deposit/29"])
  expect(chosen(many, { sourceOf })).toHaveLength(20)
})
