import { expect, test } from "vitest"
import { createSettlementFunds, isSettlementPaused, type SettlementFundsOptions } from "./settlement-funds"
import { GAS_OF_FULL_BATCH } from "./next-batch"

const [A, B] = ["0x00000000000000000000000000000000000000aa", "0x00000000000000000000000000000000000000bb"] as const

/** The cost of one full batch when gas costs only the tip, with a quarter added for L1. */
const BATCH = (GAS_OF_FULL_BATCH * 1_000_000n * 5n) / 4n

const CEILING = 5_000_000_000n

function openFunds(alarmBatches = 10, changes: Partial<SettlementFundsOptions> = {}) {
  const node = { balances: new Map<string, bigint>(), gasPrice: 0n, isDown: false, asked: 0, nowMs: 0 }
  const log: string[] = []
  const answer = <T>(value: T) => (node.isDown ? Promise.reject(new Error("down")) : Promise.resolve(value))
  const funds = createSettlementFunds({
    chain: {
      etherOf: (address) => answer(node.balances.get(address) ?? 0n),
      gasPrice: () => {
        node.asked += 1
        return answer(node.gasPrice)
      },
    },
    addresses: [A, B],
    alarmBatches,
    maxFeePerGas: CEILING,
    clock: () => node.nowMs,
    log: (event) => void log.push(event),
    ...changes,
  })
  const hold = async (a: bigint, b: bigint) => {
    // A read that is in progress still sees the old balances.
    await funds.refresh()
    node.balances.set(A, a).set(B, b)
    await funds.refresh()
    return funds.status()
  }
  return { node, log, funds, hold }
}

test("the status counts the full batches that the balance pays for at the current gas price", async () => {
  const { node, hold } = openFunds()
  expect(await hold(8n * BATCH, 3n * BATCH - 1n)).toMatchObject({
    state: "ok",
    lowestPrice: 0n,
    isPaused: false,
    keys: [
      { address: A, batches: 8 },
      { address: B, batches: 2 },
    ],
  })
  node.gasPrice = 1_000_000n
  expect(
    (await hold(9n * BATCH, 3n * BATCH)).keys.map(({ batches }) => batches),
    "three times the price",
  ).toEqual([3, 1])
})

test("gas is low below the alarm or when one account pays for no batch, and empty when none pays; logged once", async () => {
  const { hold, log } = openFunds()
  expect((await hold(5n * BATCH, 5n * BATCH)).state).toBe("ok")
  log.length = 0
  expect((await hold(5n * BATCH, 4n * BATCH)).state).toBe("low")
  expect((await hold(99n * BATCH, BATCH - 1n)).state).toBe("low")
  expect((await hold(BATCH - 1n, 0n)).state).toBe("empty")
  expect((await hold(BATCH - 1n, 0n)).state).toBe("empty")
  expect((await hold(6n * BATCH, 6n * BATCH)).state).toBe("ok")
  expect(log).toEqual(["settlement_gas_low", "settlement_gas_empty", "settlement_gas_ok"])
})

test("above the ceiling gas is too expensive at any balance; below the ceiling a batch costs at most that", async () => {
  const { node, hold, log } = openFunds()
  node.gasPrice = CEILING - 1_000_000n
  const full = (GAS_OF_FULL_BATCH * CEILING * 5n) / 4n
  expect(await hold(20n * full, 0n)).toMatchObject({ state: "low", keys: [{ batches: 20 }, { batches: 0 }] })
  expect((await hold(20n * full, 20n * full)).state).toBe("ok")
  node.gasPrice += 1n
  const priceTooHigh = await hold(99n * full, 99n * full)
  expect([priceTooHigh.state, isSettlementPaused(priceTooHigh, 100_000n)]).toEqual(["price_too_high", true])
  node.nowMs += 2_000
  node.gasPrice = 1n
  expect(isSettlementPaused(await hold(99n * full, 99n * full), 100_000n), "it went down again").toBe(false)
  expect(log.slice(-2)).toEqual(["settlement_gas_price_too_high", "settlement_gas_ok"])
})

test("canPay() tells if an account's balance covers a number of batches", async () => {
  const { funds, hold } = openFunds()
  expect(funds.canPay(A, 99), "nothing is known yet").toBe(true)
  await hold(2n * BATCH, 0n)
  expect([funds.canPay(A, 2), funds.canPay(A, 3), funds.canPay(B, 1)]).toEqual([true, false, false])
})

test("a read returns at once; an old value is refreshed in the background, sooner while gas is missing", async () => {
  const { node, funds, hold } = openFunds()
  const readsAfter = (ms: number) => {
    node.asked = 0
    node.nowMs += ms
    funds.status()
    funds.canPay(A, 1)
    return node.asked
  }
  await hold(20n * BATCH, 20n * BATCH)
  expect([readsAfter(14_999), readsAfter(1)]).toEqual([0, 1])
  await hold(0n, 0n)
  expect([readsAfter(1_999), readsAfter(1)]).toEqual([0, 1])
  await hold(0n, 0n)
  expect(readsAfter(-3_600_000), "by a clock that is set back").toBe(1)
})

test("while the node is down the last status is kept", async () => {
  const { node, funds, hold } = openFunds()
  await hold(20n * BATCH, 20n * BATCH)
  node.isDown = true
  expect((await hold(0n, 0n)).state).toBe("ok")
  expect(funds.canPay(B, 20)).toBe(true)
})

test("when the gas fee rises, prices below their settlement cost are paused, the lowest first; logged once", async () => {
  const profit = { maxShare: 0.5, etherPriceUsd: () => 3_000 }
  const prices = [10_000n, 50_000n, 100_000n]
  const { node, hold, log } = openFunds(10, { profit, prices })
  const paused = async (gasPrice: bigint) => {
    node.gasPrice = gasPrice
    const gas = await hold(10n ** 18n, 10n ** 18n)
    return { state: gas.state, paused: prices.filter((price) => isSettlementPaused(gas, price)), all: gas.isPaused }
  }
  expect(await paused(20_000_000n)).toEqual({ state: "ok", paused: [], all: false })
  expect(await paused(100_000_000n)).toEqual({ state: "unprofitable", paused: [10_000n], all: false })
  expect(await paused(2_700_000_000n)).toEqual({ state: "unprofitable", paused: prices, all: true })
  expect(await paused(5_000_000n)).toEqual({ state: "ok", paused: [], all: false })
  expect(log).toEqual(["settlement_gas_empty", "settlement_gas_ok", "settlement_gas_unprofitable", "settlement_gas_ok"])
})

test("while the ether price is unknown only the ceiling pauses payments", async () => {
  const { node, hold } = openFunds(10, { profit: { maxShare: 0.5, etherPriceUsd: () => null }, prices: [10_000n] })
  node.gasPrice = CEILING - 1_000_000n
  expect(await hold(10n ** 20n, 10n ** 20n)).toMatchObject({ state: "ok", isPaused: false })
})
