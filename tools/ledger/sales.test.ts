import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { usdc } from "@/lib/domain/usdc"
import { type IncomingTransfer, reconcile, type SaleByTransfer, withoutAcknowledged } from "./reconcile"
import { revenueBy } from "./revenue"

const DAY_MS = 86_400_000

const hash = (n: number): `0x${string}` => `0x${n.toString(16).padStart(64, "0")}`
const address = (n: number): `0x${string}` => `0x${n.toString(16).padStart(40, "0")}`

function sale(changes: Partial<SaleByTransfer> = {}): SaleByTransfer {
  return {
    id: "1",
    settledAtMs: 0,
    endpoint: "signal",
    resource: "GET /api/signal/BTC",
    payer: address(1),
    payTo: address(9),
    amount: usdc(50_000n),
    lost: usdc(0n),
    transaction: hash(1),
    blockNumber: 1,
    ...changes,
  }
}

const paid = (
  { transaction, payer, amount, blockNumber }: SaleByTransfer,
  value: bigint = amount,
): IncomingTransfer => ({
  transaction,
  from: payer,
  value,
  blockNumber,
})

describe("revenue", () => {
  const sales = [
    sale({ settledAtMs: DAY_MS + 1, amount: usdc(100_000n), endpoint: "risk" }),
    sale({ settledAtMs: DAY_MS - 1 }),
    sale({ settledAtMs: DAY_MS, payer: address(2), lost: usdc(40_000n) }),
  ]

  test("leaves out what is lost, and is grouped by UTC day in order, and by endpoint and payer with the largest first", async () => {
    expect(await revenueBy("day", sales)).toEqual([
      { key: "1970-01-01", sales: 1, amount: 50_000n, lost: 0n },
      { key: "1970-01-02", sales: 2, amount: 110_000n, lost: 40_000n },
    ])
    expect((await revenueBy("endpoint", sales)).map(({ key, amount }) => [key, amount])).toEqual([
      ["risk", 100_000n],
      ["signal", 60_000n],
    ])
    expect((await revenueBy("payer", sales)).map(({ amount }) => amount)).toEqual([150_000n, 10_000n])
  })
})

describe("reconciliation", () => {
  const amounts = fc.array(fc.record({ tx: fc.nat(5), payer: fc.nat(3), amount: fc.integer({ min: 1, max: 4 }) }))
  const toSales = (rows: readonly { readonly tx: number; readonly payer: number; readonly amount: number }[]) =>
    rows.map(({ tx, payer, amount }) =>
      sale({ transaction: hash(tx), payer: address(payer), amount: usdc(BigInt(amount)) }),
    )

  test("equal sales and transfers have no difference, in any order", () => {
    fc.assert(
      fc.property(amounts, (rows) => {
        const sales = toSales(rows)
        expect(reconcile(sales, sales.map((one) => paid(one)).toReversed())).toEqual([])
      }),
    )
  })

  test("the differences sum to the chain's total minus the ledger's total", () => {
    fc.assert(
      fc.property(amounts, amounts, (ledgerRows, chain) => {
        const [sales, transfers] = [toSales(ledgerRows), toSales(chain).map((one) => paid(one))]
        const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)
        const more = sum(transfers.map(({ value }) => value)) - sum(sales.map(({ amount }) => amount))
        expect(sum(reconcile(sales, transfers).map(({ amount }) => amount))).toBe(more)
      }),
    )
  })

  test.each([
    ["not_on_chain", [sale()], [], -50_000n],
    ["short", [sale()], [paid(sale(), 40_000n)], -10_000n],
    ["over", [sale()], [paid(sale(), 60_000n)], 10_000n],
    ["unclaimed", [], [paid(sale())], 50_000n],
  ] as const)("reports a difference of kind %s", (kind, sales, transfers, amount) => {
    expect(reconcile(sales, transfers)).toEqual([{ kind, transaction: hash(1), payer: address(1), amount }])
  })

  test("transfers of zero do not count as a difference and do not pay for a sale", () => {
    expect(reconcile([], [paid(sale(), 0n)])).toEqual([])
    expect(reconcile([sale()], [paid(sale(), 0n)])).toMatchObject([{ kind: "not_on_chain" }])
  })

  test("an acknowledged surplus is set aside; a missing transfer stays open", () => {
    const [gift, missing] = [paid(sale({ transaction: `0x${"AB".repeat(32)}` })), sale({ transaction: hash(2) })]
    const differences = reconcile([missing], [gift, paid(sale())])
    const acknowledged = [
      { transaction: `0x${"ab".repeat(32)}`, reason: "a gift" },
      { transaction: hash(2), reason: "never mind" },
    ] as const
    const sorted = withoutAcknowledged(differences, acknowledged)
    expect(sorted.open).toMatchObject([
      { kind: "not_on_chain", transaction: hash(2) },
      { kind: "unclaimed", transaction: hash(1) },
    ])
    expect(sorted.acknowledged).toMatchObject([{ kind: "unclaimed", amount: 50_000n, reason: "a gift" }])
  })

  test("addresses and hashes are compared without regard to case", () => {
    const upper = sale({ transaction: `0x${"AB".repeat(32)}` })
    expect(reconcile([upper], [{ ...paid(upper), transaction: `0x${"ab".repeat(32)}` }])).toEqual([])
  })
})
