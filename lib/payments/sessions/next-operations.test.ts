import { expect, test } from "vitest"
import type { ChannelOperation } from "@/lib/ledger/channels/channel"
import { nextOperations, type Queue } from "./next-operations"

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
    wasBurned: false,
    ...changes,
  })
  return operations.map(({ id }) => id)
}

const many = Array.from({ length: 30 }, (_, n) => deposit(n))

test("a payer has one deposit in a transaction", () => {
  expect(chosen([deposit(1, 7), deposit(2, 7), deposit(3, 8)])).toEqual(["deposit/1", "deposit/3"])
})

test("ten deposits of unproven payers share a transaction, twenty of proven ones, and two after a burn", () => {
  expect(chosen(many)).toHaveLength(10)
  expect(chosen(many, { isProven: () => true })).toHaveLength(20)
  expect(chosen(many, { wasBurned: true })).toHaveLength(2)
})

test("over budget, unproven payers with one source of money count as one payer", () => {
  const sourceOf = (payer: string) => (payer === address(29) ? "other" : "one")
  expect(chosen(many, { isOverBudget: true, sourceOf })).toEqual(["deposit/0", "deposit/29"])
  expect(chosen(many, { sourceOf })).toHaveLength(10)
})
