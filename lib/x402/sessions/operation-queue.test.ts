import { numberToHex } from "viem"
import { expect, test } from "vitest"
import { depositCall } from "@/lib/x402/chain/channels/channel-calls"
import type { ChannelOperation } from "@/lib/x402/ledger/channels/channel"
import { createProvenPayers } from "@/lib/x402/settlement/proven-payers"
import { address, config, idOf, NOW } from "@/tools/testing/ledger/channel-fixtures"
import { MAX_GAS } from "./next-operations"
import { createOperationQueue } from "./operation-queue"

const GAS = 150_000n

/** Deposits of smart wallets that wait, numbered from 1. Those in `failing` fail in a simulation. */
function openQueue({ waiting = 50, gas = GAS, isOverBudget = false } = {}) {
  let queued = Array.from({ length: waiting }, (_, index) => isolatedDeposit(index + 1))
  const failing = new Set<string>()
  const proven = createProvenPayers()
  const sources = new Map<string, string>()
  let nowMs = NOW
  const queue = createOperationQueue({
    channels: {
      queued: (limit, isIsolated) => Promise.resolve(isIsolated ? queued.slice(0, limit) : []),
      abandon: (id) => {
        queued = queued.filter((one) => one.id !== id)
        return Promise.resolve()
      },
      isolate: () => Promise.reject(new Error("Nothing is moved.")),
    },
    chain: {
      gasOf: (_account, call) => Promise.resolve(failing.has(call) ? null : gas),
      trial: (calls) => Promise.resolve(calls.map((call) => !failing.has(call))),
      hasCode: () => Promise.resolve(true),
      gasPrice: () => Promise.resolve(1n),
    },
    account: { address: address(1) },
    guard: {
      proven,
      coolDown: { reasonFor: () => null },
      gasBudget: { isExceeded: () => isOverBudget },
      sources: {
        known: (payer: string) => sources.get(payer) ?? null,
        of: (payer: string) => Promise.resolve(sources.get(payer) ?? payer),
      },
    } as never,
    onAbandoned: () => undefined,
    clock: () => nowMs,
  })
  /** The numbers of the deposits of the next transaction, which is in a block then. */
  async function send(isDone = true, firstIsDone = isDone): Promise<readonly number[]> {
    nowMs += 2_000
    const { operations = [], gas: limit = 0n } = (await queue.next()) ?? {}
    expect(limit).toBeLessThanOrEqual(MAX_GAS)
    queued = queued.filter((one) => operations.every(({ id }) => id !== one.id))
    for (const [index, operation] of operations.entries()) {
      if (index === 0 ? firstIsDone : isDone) queue.trust()
      else queue.distrust(payerOf(operation))
    }
    return operations.map(({ id }) => Number(id.slice("deposit/".length)))
  }
  const fail = (n: number) => failing.add(isolatedDeposit(n).call)
  return { send, fail, proven, sources, left: () => queued.length }
}

const payerAt = (n: number) => address(100 + n)
const payerOf = (operation?: ChannelOperation) => payerAt(Number(operation?.id.slice("deposit/".length)))

function isolatedDeposit(n: number): ChannelOperation {
  const deposit = { amount: 1n, validAfterS: 0, validBeforeS: 1, salt: idOf(n), signature: numberToHex(1) } as const
  return {
    id: `deposit/${n}`,
    kind: "deposit",
    channelIds: [idOf(n)],
    amount: 1n,
    call: depositCall({ ...config, payer: payerAt(n) }, deposit),
    gas: 600_000n,
    validUntilS: null,
    isIsolated: true,
    state: "queued",
    transaction: null,
    reason: null,
    soldTotal: null,
  }
}

test("deposits of 50 new smart wallets are sent in nine transactions, each of which has more than the one before", async () => {
  const { send, left } = openQueue()
  const sizes = []
  while (left() > 0) sizes.push((await send()).length)
  expect(sizes).toEqual([1, 2, 4, 8, 8, 8, 8, 8, 3])
})

test("after a failure on the chain the next transaction has one deposit again, and over budget always", async () => {
  const { send } = openQueue()
  for (const size of [1, 2, 4]) expect(await send()).toHaveLength(size)
  expect(await send(false)).toHaveLength(8)
  expect(await send()).toHaveLength(1)
  expect(await send()).toHaveLength(2)
  expect(await send(true, false), "the first one fails, the others succeed").toHaveLength(4)
  expect(await send()).toHaveLength(1)
  const limited = openQueue({ isOverBudget: true })
  for (let n = 0; n < 3; n += 1) expect((await limited.send()).length).toBeLessThanOrEqual(1)
})

test("wallets with costly code share a transaction only as far as the gas of so many usual ones", async () => {
  const { send } = openQueue({ waiting: 20, gas: 480_000n })
  for (let n = 1; n <= 4; n += 1) expect(await send()).toEqual([n])
  const sizes = []
  for (let n = 0; n < 8; n += 1) sizes.push((await send()).length)
  expect(sizes).toEqual([1, 2, 2, 2, 2, 2, 2, 2])
})

test("a payer that has paid before comes first, then one of each source of money", async () => {
  const { send, proven, sources } = openQueue({ waiting: 20 })
  for (let n = 1; n <= 10; n += 1) sources.set(payerAt(n), address(9))
  proven.add(payerAt(15))
  expect(await send()).toEqual([15])
  expect(await send()).toEqual([1, 11])
  expect(await send()).toEqual([12, 13, 14, 16])
  expect(await send()).toEqual([17, 18, 19, 20, 2, 3, 4, 5])
})

test("a deposit that fails in its simulation is not sent, and the others are", async () => {
  const { send, fail, left } = openQueue({ waiting: 3 })
  fail(1)
  expect(await send()).toEqual([2])
  expect(await send(), "the failure is confirmed").toEqual([3])
  expect(left()).toBe(0)
})
