import { encodeFunctionData, type Hex, parseAbi } from "viem"
import { describe, expect, test } from "vitest"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import gasBurningFactory from "@/tools/sandbox/chain/artifacts/GasBurningFactory.json"
import testWalletFactory from "@/tools/sandbox/chain/artifacts/TestWalletFactory.json"
import { deployWallet } from "@/tools/testing/payments/deploy-wallet"
import { newPayer, PRICE, terms } from "@/tools/testing/payments/fixtures"
import {
  authorizeNow,
  openSettler,
  queueForSettlement,
  queueSale,
  queueSales,
  usdcChainAt,
} from "@/tools/testing/payments/payment-setup"
import { only, settlementHarness } from "@/tools/testing/payments/settlement-harness"

const harness = settlementHarness()

describe("settlement", () => {
  test("a payment transfers its price once, and its ledger row names the transaction", async () => {
    const { id, authorization, payer } = only(await queueSales(harness.setup, harness.ledger, 1))
    const settlement = await openSettler(harness.setup, harness.ledger).settle({ id, authorization })
    const row = await harness.ledger.find(id)
    expect(settlement).toEqual({ kind: "settled", transaction: row?.transaction })
    await expect.poll(() => harness.stateOf(id)).toBe("settled")
    expect([await harness.income(), await harness.setup.balanceOf(payer.address)]).toEqual([PRICE, 0n])
    await harness.waitUntilNothingInFlight()
  })

  test("50 concurrent payers all settle, each pays once, in at most 5 transactions", async () => {
    const sales = await queueSales(harness.setup, harness.ledger, 50)
    const settler = openSettler(harness.setup, harness.ledger)
    const settlements = await Promise.all(sales.map((sale) => settler.settle(sale)))
    expect(new Set(settlements.map(({ kind }) => kind))).toEqual(new Set(["settled"]))
    const transactions = new Set(settlements.map((one) => (one.kind === "settled" ? one.transaction : null)))
    expect(transactions.size).toBeLessThanOrEqual(5)
    expect(await harness.income()).toBe(50n * PRICE)
    const left = await Promise.all(sales.map(({ payer }) => harness.setup.balanceOf(payer.address)))
    expect(new Set(left)).toEqual(new Set([0n]))
    await expect.poll(() => settler.status()).toMatchObject({ waiting: 0, inFlight: 0 })
  })

  test("when one payer of a batch has spent the balance, only that payment is refused", async () => {
    const good = await queueSales(harness.setup, harness.ledger, 4)
    const unfunded = await queueSale(harness.ledger)
    const settler = openSettler(harness.setup, harness.ledger)
    const [bad, ...rest] = await Promise.all([unfunded, ...good].map((sale) => settler.settle(sale)))
    expect(bad).toEqual({ kind: "refused", reason: "invalid_exact_evm_insufficient_balance" })
    expect(new Set(rest.map(({ kind }) => kind))).toEqual(new Set(["settled"]))
    expect([await harness.stateOf(unfunded.id), await harness.income()]).toEqual(["refused", 4n * PRICE])
  })

  test("a transfer that failed in a batch is sent again alone", async () => {
    // An empty batch stands for a batch in which another payment used up the gas.
    const settlementCall: UsdcChain["settlementCall"] = (proofs) =>
      harness.setup.usdcChain.settlementCall(proofs.length > 1 ? [] : proofs)
    const sales = await queueSales(harness.setup, harness.ledger, 3)
    const settler = openSettler(harness.setup, harness.ledger, {
      chain: { ...harness.setup.usdcChain, settlementCall },
    })
    const settlements = await Promise.all(sales.map((sale) => settler.settle(sale)))
    expect(settlements.map(({ kind }) => kind)).toEqual(["settled", "settled", "settled"])
    expect(await harness.income()).toBe(3n * PRICE)
  })

  test("a payment whose second transaction is dropped, because its nonce was used elsewhere, is sent a third time", async () => {
    let calls = 0
    const settlementCall: UsdcChain["settlementCall"] = (proofs) =>
      harness.setup.usdcChain.settlementCall((calls += 1) === 1 ? [] : proofs)
    let broadcasts = 0
    const broadcast: UsdcChain["broadcast"] = async (raw) => {
      broadcasts += 1
      if (broadcasts === 2) {
        const transfer = { account: harness.setup.wallet, to: harness.setup.account.address }
        const hash = await harness.setup.client.sendTransaction(transfer)
        await harness.setup.client.waitForTransactionReceipt({ hash })
      }
      return harness.setup.usdcChain.broadcast(raw)
    }
    const { id, authorization } = only(await queueSales(harness.setup, harness.ledger, 1))
    const chain = { ...harness.setup.usdcChain, settlementCall, broadcast }
    const settler = openSettler(harness.setup, harness.ledger, { chain })
    expect(await settler.settle({ id, authorization })).toMatchObject({ kind: "settled" })
    expect([calls, await harness.income()]).toEqual([3, PRICE])
  })

  test("a transfer that also fails in a transaction of its own is refused, and no money moves", async () => {
    const settlementCall = () => harness.setup.usdcChain.settlementCall([])
    const { id, authorization } = only(await queueSales(harness.setup, harness.ledger, 1))
    const settler = openSettler(harness.setup, harness.ledger, {
      chain: { ...harness.setup.usdcChain, settlementCall },
    })
    expect(await settler.settle({ id, authorization })).toEqual({
      kind: "refused",
      reason: "invalid_transaction_state",
    })
    expect([await harness.stateOf(id), await harness.income()]).toEqual(["refused", 0n])
  })

  test("two requests with one payment receive the same outcome", async () => {
    const { id, authorization } = only(await queueSales(harness.setup, harness.ledger, 1))
    const settler = openSettler(harness.setup, harness.ledger)
    const [first, second] = await Promise.all([
      settler.settle({ id, authorization }),
      settler.settle({ id, authorization }),
    ])
    expect(second).toEqual(first)
    expect(await settler.settle({ id, authorization }), "and later again").toEqual(first)
    expect(await harness.income()).toBe(PRICE)
  })

  test("a payment whose claim was released is not sent; the other payments of the batch are", async () => {
    const [kept, taken] = await queueSales(harness.setup, harness.ledger, 2)
    if (!kept || !taken) throw new Error("Two sales were asked for.")
    await harness.ledger.releaseAbandoned(Number.MAX_SAFE_INTEGER, Date.now())
    await queueForSettlement(harness.ledger, kept.authorization)
    const settler = openSettler(harness.setup, harness.ledger)
    const outcomes = await Promise.all([settler.settle(taken), settler.settle(kept)])
    expect(outcomes.map(({ kind }) => kind)).toEqual(["unsent", "settled"])
    expect(await harness.income()).toBe(PRICE)
  })

  test("a transfer that another account sent first is settled by that account's transaction", async () => {
    const { id, authorization } = only(await queueSales(harness.setup, harness.ledger, 1))
    const hash = await harness.setup.sendFromOtherAccount(harness.setup.usdcChain.settlementCall([authorization]))
    expect(await openSettler(harness.setup, harness.ledger).settle({ id, authorization })).toEqual({
      kind: "settled",
      transaction: hash,
    })
    expect(await harness.income()).toBe(PRICE)
  })

  test("a smart wallet pays with its owner's signature", async () => {
    const owner = newPayer()
    const wallet = await deployWallet(harness.setup.client, harness.setup.wallet, owner.address)
    await harness.setup.mint(wallet)
    const authorization = await authorizeNow(owner, { from: wallet })
    expect(await harness.setup.usdcChain.preflight(authorization)).toMatchObject({ executes: true, used: false })
    const id = await queueForSettlement(harness.ledger, authorization)
    expect((await openSettler(harness.setup, harness.ledger).settle({ id, authorization })).kind).toBe("settled")
    expect([await harness.income(), await harness.setup.balanceOf(wallet)]).toEqual([PRICE, 0n])
  })
})

describe("a wallet that is not deployed yet (ERC-6492)", () => {
  const factoryAbi = parseAbi([
    "function createAccount(address owner) returns (address)",
    "function getAddress(address owner) view returns (address)",
  ])

  /** A wallet that is not deployed, its ERC-6492 signatures, and a chain client that allows its factory. */
  async function openUndeployed(bytecode = testWalletFactory.bytecode as Hex) {
    const factory = await created(
      await harness.setup.client.deployContract({ account: harness.setup.wallet, abi: [], bytecode }),
    )
    const owner = newPayer()
    const args = [owner.address] as const
    const address = await harness.setup.client.readContract({
      address: factory,
      abi: factoryAbi,
      functionName: "getAddress",
      args,
    })
    const wallet: Hex = `0x${address.slice(2).toLowerCase()}`
    await harness.setup.mint(wallet)
    const data = encodeFunctionData({ abi: factoryAbi, functionName: "createAccount", args })
    const wrapped = () => authorizeNow(owner, { from: wallet, deployment: { factory, data } })
    const usdcChain = usdcChainAt(harness.setup.chain, harness.setup.chain.rpcUrl, [factory])
    return { owner, wallet, wrapped, usdcChain }
  }

  test("is deployed and pays in one transaction that carries no other payment", async () => {
    const { wallet, wrapped, usdcChain } = await openUndeployed()
    const authorization = await wrapped()
    expect(await usdcChain.preflight(authorization)).toMatchObject({ executes: true, deployment: "needed" })
    const others = await queueSales(harness.setup, harness.ledger, 3)
    const id = await queueForSettlement(harness.ledger, authorization)
    const settler = openSettler({ ...harness.setup, usdcChain }, harness.ledger)
    const settlements = await Promise.all([
      settler.settle({ id, authorization }),
      ...others.map((sale) => settler.settle(sale)),
    ])
    expect(settlements.map(({ kind }) => kind)).toEqual(["settled", "settled", "settled", "settled"])
    const [own, ...shared] = settlements.map((one) => (one.kind === "settled" ? one.transaction : null))
    expect(shared, "its code runs in no other payment's transaction").not.toContain(own)
    expect([await harness.income(), await harness.setup.balanceOf(wallet)]).toEqual([4n * PRICE, 0n])
    expect(await harness.setup.client.getCode({ address: wallet })).toMatch(/^0x[0-9a-f]+$/)
    await harness.setup.mint(wallet)
    for (const chain of [usdcChain, harness.setup.usdcChain]) {
      const unneeded = { executes: true, deployment: "unneeded" }
      expect(await chain.preflight(await wrapped()), "whoever its factory is").toMatchObject(unneeded)
    }
  })

  test("whose factory burns all gas fails alone: no other transfer fails or is sent twice", async () => {
    const { wallet, wrapped, usdcChain } = await openUndeployed(gasBurningFactory.bytecode as Hex)
    const authorization = await wrapped()
    expect(await usdcChain.preflight(authorization), "the simulation succeeds").toMatchObject({ executes: true })
    const others = await queueSales(harness.setup, harness.ledger, 3)
    const id = await queueForSettlement(harness.ledger, authorization)
    const settler = openSettler({ ...harness.setup, usdcChain }, harness.ledger)
    const sent = await harness.setup.usdcChain.nextNonce(harness.setup.account.address)
    const [burner, ...rest] = await Promise.all(
      [{ id, authorization }, ...others].map((payment) => settler.settle(payment)),
    )
    expect(burner).toMatchObject({ kind: "refused" })
    expect(rest.map(({ kind }) => kind)).toEqual(["settled", "settled", "settled"])
    expect([await harness.income(), await harness.setup.balanceOf(wallet)]).toEqual([3n * PRICE, PRICE])
    const transactions = (await harness.setup.usdcChain.nextNonce(harness.setup.account.address)) - sent
    expect(transactions, "one of the others, two of the burner's").toBe(3)
  })

  test("of an unknown factory is not deployed: the factory is not called and no money moves", async () => {
    const { wallet, wrapped } = await openUndeployed()
    const authorization = await wrapped()
    expect(await harness.setup.usdcChain.preflight(authorization)).toMatchObject({
      executes: false,
      deployment: "refused",
    })
    const { to, data } = harness.setup.usdcChain.settlementCall([authorization])
    expect([to, data.length < 2_000]).toEqual([terms.asset, true])
    expect(await harness.setup.client.getCode({ address: wallet })).toBeUndefined()
  })
})

describe("when the node fails", () => {
  test("a node that is down before the broadcast: the payment is unsent, and its row stays answered", async () => {
    const down = usdcChainAt(harness.setup.chain, "http://127.0.0.1:9")
    const { id, authorization } = only(await queueSales(harness.setup, harness.ledger, 1))
    const settler = openSettler(harness.setup, harness.ledger, { chain: down })
    expect((await settler.settle({ id, authorization })).kind).toBe("unsent")
    expect(await harness.stateOf(id)).toBe("answered")
    expect(settler.status().lastFault).not.toBeNull()
  })

  test("a node that goes down at the broadcast: the payment is pending with its hash, and settles later", async () => {
    let isDown = true
    const through = <T>(call: () => Promise<T>) => (isDown ? Promise.reject(new Error("timeout")) : call())
    const flakyChain: UsdcChain = {
      ...harness.setup.usdcChain,
      broadcast: (raw) => through(() => harness.setup.usdcChain.broadcast(raw)),
      receipt: (hash) => through(() => harness.setup.usdcChain.receipt(hash)),
    }
    const sales = await queueSales(harness.setup, harness.ledger, 1)
    const { id, authorization } = only(sales)
    const settler = openSettler(harness.setup, harness.ledger, { chain: flakyChain, waitMs: 1_000 })
    const settlement = await settler.settle({ id, authorization })
    expect(settlement).toEqual({ kind: "pending", transaction: (await harness.ledger.find(id))?.transaction })
    expect(await harness.stateOf(id)).toBe("sent")
    isDown = false
    await harness.untilSettled(sales)
    expect(await harness.income()).toBe(PRICE)
  })

  test("an outcome that the ledger fails to store is stored by a retry", async () => {
    let failures = 3
    const failingLedger: Ledger = {
      ...harness.ledger,
      markSettled: (...args) => {
        failures -= 1
        return failures >= 0 ? Promise.reject(new Error("database is locked")) : harness.ledger.markSettled(...args)
      },
    }
    const { id, authorization } = only(await queueSales(harness.setup, harness.ledger, 1))
    expect((await openSettler(harness.setup, failingLedger).settle({ id, authorization })).kind).toBe("settled")
    await expect.poll(() => harness.stateOf(id)).toBe("settled")
  })

  test("a record that the ledger wrote but did not confirm is found, and its payment is paid once", async () => {
    let failures = 1
    const lossyLedger: Ledger = {
      ...harness.ledger,
      markSent: async (...args) => {
        const isSent = await harness.ledger.markSent(...args)
        failures -= 1
        if (failures >= 0) throw new Error("Connection terminated unexpectedly")
        return isSent
      },
    }
    const [lost, next] = await queueSales(harness.setup, harness.ledger, 2)
    if (!lost || !next) throw new Error("Two sales were asked for.")
    const settler = openSettler(harness.setup, lossyLedger)
    expect((await settler.settle(lost)).kind, "nothing was broadcast").toBe("unsent")
    expect((await settler.settle(next)).kind, "with the nonce that seemed to be free").toBe("settled")
    await harness.untilSettled([lost, next])
    await harness.waitUntilNothingInFlight()
    expect(await harness.income()).toBe(2n * PRICE)
  })

  test("a transaction that the node refuses is dropped, and the next transaction uses its nonce", async () => {
    const { address } = harness.setup.account
    const gasMoney = await harness.setup.client.getBalance({ address })
    const [first, second] = await queueSales(harness.setup, harness.ledger, 2)
    if (!first || !second) throw new Error("Two sales were asked for.")
    const settler = openSettler(harness.setup, harness.ledger)
    await harness.setup.client.setBalance({ address, value: 1n })
    expect((await settler.settle(first)).kind).toBe("unsent")
    await harness.setup.client.setBalance({ address, value: gasMoney })
    expect(await harness.stateOf(first.id)).toBe("refused")
    expect(await harness.ledger.pendingTransactions(address)).toEqual([])
    expect((await settler.settle(second)).kind).toBe("settled")
    await queueForSettlement(harness.ledger, first.authorization)
    expect((await settler.settle(first)).kind, "its proof can be used again").toBe("settled")
    expect(await harness.income()).toBe(2n * PRICE)
  })

  test("while the gas price is above the ceiling no payment is sent", async () => {
    const { id, authorization } = only(await queueSales(harness.setup, harness.ledger, 1))
    expect(
      (await openSettler(harness.setup, harness.ledger, { maxFeePerGas: 1n }).settle({ id, authorization })).kind,
    ).toBe("unsent")
    expect([await harness.stateOf(id), await harness.income()]).toEqual(["answered", 0n])
  })

  test("a payment is not sent or charged while its gas fee exceeds its share of the price; others settle", async () => {
    const sales = await queueSales(harness.setup, harness.ledger, 3)
    const [first, second, third] = [only(sales.slice(0, 1)), only(sales.slice(1, 2)), only(sales.slice(2))]
    let gasPrice = 5_000_000n
    let nowMs = Date.now()
    const settler = openSettler(harness.setup, harness.ledger, {
      chain: { ...harness.setup.usdcChain, gasPrice: () => Promise.resolve(gasPrice) },
      profit: { maxShare: 0.5, etherPriceUsd: () => 3_000 },
      clock: () => nowMs,
    })
    expect((await settler.settle(first)).kind).toBe("settled")
    gasPrice = 2_700_000_000n
    nowMs += 11_000
    expect(await settler.settle(second)).toMatchObject({ kind: "unsent", cause: { name: "OutOfGasError" } })
    expect([await harness.stateOf(second.id), await harness.income()]).toEqual(["answered", PRICE])
    gasPrice = 5_000_000n
    nowMs += 11_000
    expect((await settler.settle(third)).kind).toBe("settled")
    expect(await harness.income()).toBe(2n * PRICE)
  })

  test("a stopped settler leaves its transaction in flight to the next process", async () => {
    const broadcast = () => Promise.reject(new Error("timeout"))
    const sales = await queueSales(harness.setup, harness.ledger, 1)
    const settler = openSettler(harness.setup, harness.ledger, {
      chain: { ...harness.setup.usdcChain, broadcast },
      waitMs: 100,
    })
    expect((await settler.settle(only(sales))).kind).toBe("pending")
    await settler.stop()
    expect(settler.status().inFlight).toBe(0)
    await openSettler(harness.setup, harness.ledger).recover()
    await harness.untilSettled(sales)
    expect(await harness.income()).toBe(PRICE)
  })
})

async function created(hash: Hex): Promise<Hex> {
  const { contractAddress } = await harness.setup.client.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error("The contract was not deployed.")
  return `0x${contractAddress.slice(2).toLowerCase()}`
}
