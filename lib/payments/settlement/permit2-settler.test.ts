import { concat, encodeFunctionData, type Hex, numberToHex, parseAbi, size } from "viem"
import { describe, expect, test } from "vitest"
import { transferMethods } from "@/lib/chain/transfer-methods"
import { MULTICALL3, multicall3Abi } from "@/lib/chain/usdc-abi"
import type { Authorization } from "@/lib/ledger/payment"
import { deployWallet } from "@/lib/testing/payments/deploy-wallet"
import { newPayer, PRICE, terms } from "@/lib/testing/payments/fixtures"
import { authorizeNow, openSettler, sell, sellTo } from "@/lib/testing/payments/world"
import { settlementStage } from "@/lib/testing/payments/settlement-stage"
import { gasFor } from "./settlement-gas"

const stage = settlementStage()

const permitOf = (payer: ReturnType<typeof newPayer>) => authorizeNow(payer, { method: "permit2" })

/** Payers who each hold exactly the price and have approved Permit2, with their permits waiting for settlement. */
async function sellPermits(count: number) {
  const payers = Array.from({ length: count }, () => newPayer())
  await stage.world.mint(...payers.map(({ address }) => address))
  await Promise.all(payers.map((payer) => stage.world.approve(payer)))
  return Promise.all(
    payers.map(async (payer) => {
      const authorization = await permitOf(payer)
      return { payer, authorization, id: await sell(stage.ledger, authorization) }
    }),
  )
}

describe("settlement", () => {
  test("permits and authorizations go out together, and all settle", async () => {
    const sales = [...(await sellPermits(6)), ...(await sellTo(stage.world, stage.ledger, 6))]
    const settler = openSettler(stage.world, stage.ledger)
    const settlements = await Promise.all(sales.map((sale) => settler.settle(sale)))
    expect(new Set(settlements.map(({ kind }) => kind))).toEqual(new Set(["settled"]))
    const transactions = new Set(settlements.map((one) => (one.kind === "settled" ? one.transaction : null)))
    expect(transactions.size).toBeLessThanOrEqual(3)
    expect(await stage.income()).toBe(12n * PRICE)
  })

  test("a batch of permits uses less than half of the gas that it is given", async () => {
    const sales = await sellPermits(6)
    const gas = gasFor(sales, "first")
    const hash = await stage.world.sendAsStranger({
      ...bundled(...sales.map(({ authorization }) => authorization)),
      gas,
    })
    const { gasUsed } = await stage.world.client.getTransactionReceipt({ hash })
    expect(await stage.income()).toBe(6n * PRICE)
    expect(Number(gasUsed) / Number(gas)).toBeLessThan(0.5)
  })

  test("a payer who has taken the money, or the allowance, away meanwhile fails alone", async () => {
    const [broke, forbidden, ...good] = await sellPermits(5)
    if (!broke || !forbidden) throw new Error("Five sales were asked for.")
    await drain(broke.payer)
    await stage.world.approve(forbidden.payer, PRICE - 1n)
    const settler = openSettler(stage.world, stage.ledger)
    const settlements = await Promise.all([broke, forbidden, ...good].map((sale) => settler.settle(sale)))
    expect(settlements.slice(0, 2)).toEqual([
      { kind: "refused", reason: "permit2_insufficient_balance" },
      { kind: "refused", reason: "permit2_allowance_required" },
    ])
    expect(new Set(settlements.slice(2).map(({ kind }) => kind))).toEqual(new Set(["settled"]))
    expect(await stage.income()).toBe(3n * PRICE)
  })

  test("of two permits of one payer who can pay one, exactly one settles: the one whose nonce is gone", async () => {
    const [first] = await sellPermits(1)
    if (!first) throw new Error("One sale was asked for.")
    const authorization = await permitOf(first.payer)
    const sales = [first, { payer: first.payer, authorization, id: await sell(stage.ledger, authorization) }]
    const settler = openSettler(stage.world, stage.ledger)
    const kinds = (await Promise.all(sales.map((sale) => settler.settle(sale)))).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(["refused", "settled"])
    const used = await Promise.all(
      sales.map(async (sale) => (await stage.world.usdcChain.preflight(sale.authorization)).used),
    )
    expect(used).toEqual(kinds.map((kind) => kind === "settled"))
    expect(await stage.income()).toBe(PRICE)
  })

  test("a smart wallet pays by Permit2 with its owner's signature", async () => {
    const owner = newPayer()
    const wallet = await deployWallet(stage.world.client, stage.world.wallet, owner.address)
    await stage.world.mint(wallet)
    await stage.world.approve(wallet)
    const authorization = await authorizeNow(owner, { method: "permit2", from: wallet })
    const id = await sell(stage.ledger, authorization)
    expect((await openSettler(stage.world, stage.ledger).settle({ id, authorization })).kind).toBe("settled")
    expect([await stage.income(), await stage.world.balanceOf(wallet)]).toEqual([PRICE, 0n])
  })
})

describe("a permit that somebody else has settled", () => {
  test("counts as paid, in that transaction, also in a bundle of calls", async () => {
    const [other] = await sellPermits(1)
    if (!other) throw new Error("One sale was asked for.")
    for (const callWith of [direct, (permit: Authorization) => bundled(other.authorization, permit)]) {
      const [sale] = await sellPermits(1)
      if (!sale) throw new Error("One sale was asked for.")
      const hash = await stage.world.sendAsStranger(callWith(sale.authorization))
      expect(await openSettler(stage.world, stage.ledger).settle(sale)).toEqual({ kind: "settled", transaction: hash })
    }
  })

  test("is not found where the transaction names more permits of its kind than it pays for", async () => {
    const [sale] = await sellPermits(1)
    if (!sale) throw new Error("One sale was asked for.")
    const other = await permitOf(sale.payer)
    // The second one of them is not paid for: who claims it, claims the first one's money.
    const hash = await stage.world.sendAsStranger(bundled(sale.authorization, other))
    const nothing = { transfer: null, isCertain: true }
    expect(await stage.world.usdcChain.findTransfer(other, 0)).toEqual(nothing)
    expect(await stage.world.usdcChain.findTransfer(sale.authorization, 0)).toEqual(nothing)
    const receipt = await stage.world.client.getTransactionReceipt({ hash })
    expect(await stage.world.usdcChain.isPaidIn(receipt, other)).toBe(false)
  })

  test("is not found in a transaction that only mentions it behind a payment of another kind", async () => {
    const [sale, other] = await sellPermits(2)
    if (!sale || !other) throw new Error("Two sales were asked for.")
    const { to, data } = direct(sale.authorization)
    const hash = await stage.world.sendAsStranger({ to, data: concat([data, callOf(other.authorization)[1]]) })
    const receipt = await stage.world.client.getTransactionReceipt({ hash })
    expect(await stage.world.usdcChain.isPaidIn(receipt, other.authorization)).toBe(false)
    expect(await stage.world.usdcChain.isPaidIn(receipt, sale.authorization)).toBe(true)
  })

  test("is not taken for another one that its transaction only names", async () => {
    const [sale] = await sellPermits(1)
    if (!sale) throw new Error("One sale was asked for.")
    const named = await permitOf(sale.payer)
    const hider: Hex = "0x00000000000000000000000000000000000041de"
    await stage.world.client.setCode({ address: hider, bytecode: codeThatCalls(...callOf(sale.authorization)) })
    const hash = await stage.world.sendAsStranger({ to: hider, data: callOf(named)[1] })
    expect(await stage.income(), "the hidden one moved its money").toBe(PRICE)
    const receipt = await stage.world.client.getTransactionReceipt({ hash })
    expect(await stage.world.usdcChain.isPaidIn(receipt, named), "and is not spent").toBe(false)
  })
})

/** The code of a contract that makes one call, whatever it is given. */
function codeThatCalls(to: Hex, data: Hex): Hex {
  const length = numberToHex(size(data), { size: 2 }).slice(2)
  const copied = `61${length}602b600039` // CODECOPY(0, 43, length)
  const called = `6000600061${length}6000600073${to.slice(2)}5af100` // CALL(gas, to, 0, 0, length, 0, 0), STOP
  return `0x${copied}${called}${data.slice(2)}`
}

const callOf = (permit: Authorization) => transferMethods.permit2.transfer(terms.asset, permit)

function direct(permit: Authorization) {
  const [to, data] = callOf(permit)
  return { to, data }
}

function bundled(...permits: readonly Authorization[]) {
  const calls = permits.map(callOf).map(([target, callData]) => ({ target, allowFailure: true, callData }))
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] })
  return { to: MULTICALL3, data } as const
}

async function drain(payer: ReturnType<typeof newPayer>): Promise<void> {
  const abi = parseAbi(["function transfer(address to, uint256 amount) returns (bool)"])
  const args = ["0x00000000000000000000000000000000000000ee", PRICE] as const
  const call = { account: payer, address: terms.asset, abi, functionName: "transfer", args } as const
  await stage.world.client.waitForTransactionReceipt({ hash: await stage.world.client.writeContract(call) })
}
