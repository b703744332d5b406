import { execFile } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { hostname, tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { build } from "esbuild"
import { afterEach, beforeEach, expect, test } from "vitest"
import { fileStore } from "@/clients/typescript/file-store"
import { type BuyerStore, memoryStore } from "@/clients/typescript/index"
import { createBudget } from "@/clients/typescript/state"
import { newPayer, PRICE } from "@/tools/testing/payments/fixtures"
import { BTC, ETH, neverReceived, openService } from "./service"

let folder = ""
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "signal402-buyer-"))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const stores: readonly [string, () => () => BuyerStore][] = [
  [
    "memory",
    () => {
      const store = memoryStore()
      return () => store
    },
  ],
  ["file", () => () => fileStore(join(folder, "state/buyer.json"))],
]

test.each(stores)("three buyers on one store pay 2 of 2 allowed (%s)", async (_, open) => {
  const service = await openService()
  const store = open()
  const buyers = [1, 2, 3].map(() => service.buyer({ store: store(), maxPerDay: 2n * PRICE }))
  const resources = [BTC, ETH, `${BTC}?risk=low` as typeof BTC] as const
  const results = await Promise.allSettled(buyers.map((buyer, index) => buyer.buy(resources[index] ?? BTC)))
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2)
  expect([service.endpoint.served(), await buyers[0]?.spent()]).toEqual([2, 2n * PRICE])
})

test.each(stores)(
  "a program that ends in the middle of a payment is counted, and gets its answer after a restart (%s)",
  async (_, open) => {
    const service = await openService()
    const store = open()
    const signer = newPayer()
    const options = () => ({ store: store(), signer, maxPerDay: PRICE })
    service.fetchFaults.push(neverReceived)
    void service.buyer(options()).buy(BTC)
    await expect.poll(() => service.endpoint.served()).toBe(1)
    await expect(service.buyer(options()).buy(ETH)).rejects.toMatchObject({ code: "day_limit_reached" })
    expect(await service.buyer(options()).buy(BTC)).toMatchObject({ answer: { serial: 1 } })
    expect([new Set(service.sent).size, service.endpoint.served()]).toEqual([1, 1])
  },
)

test("three buyers on one store that want one resource at the same moment pay once", async () => {
  const service = await openService()
  const store = memoryStore()
  const signer = newPayer()
  const buyers = [1, 2, 3].map(() => service.buyer({ store, signer }))
  const bought = await Promise.all(buyers.map((buyer) => buyer.buy(BTC)))
  expect(bought).toMatchObject([1, 2, 3].map(() => ({ answer: { serial: 1 } })))
  expect([service.endpoint.served(), await buyers[0]?.spent()]).toEqual([1, PRICE])
})

test("who asks while the resource is bought gets that answer, unless it is not what they want", async () => {
  const service = await openService()
  const buyer = service.buyer()
  const [first, second, newer, dearer] = await Promise.allSettled([
    buyer.buy(BTC),
    buyer.buy(BTC),
    buyer.buy(BTC, { ifNewerThan: 7 }),
    buyer.buy(BTC, { maxAmount: 1n }),
  ])
  expect([first, second]).toMatchObject([1, 2].map(() => ({ value: { answer: { serial: 1 } } })))
  expect([newer, dearer]).toMatchObject([{ value: { status: "current" } }, { reason: { code: "price_above_limit" } }])
  expect([service.endpoint.served(), await buyer.spent()]).toEqual([1, PRICE])
  expect(await buyer.buy(BTC)).toMatchObject({ answer: { serial: 2 } })
})

test("who waits for a purchase that fails or is aborted buys", async () => {
  const service = await openService()
  const aborting = new AbortController()
  const buyer = service.buyer({ onBeforePayment: () => aborting.abort() })
  const [aborted, bought] = await Promise.allSettled([buyer.buy(BTC, { signal: aborting.signal }), buyer.buy(BTC)])
  expect([aborted, bought]).toMatchObject([{ reason: { code: "aborted" } }, { value: { answer: { serial: 1 } } }])
})

test("a payment that two buyers have sent is not released by the failure of one", async () => {
  const service = await openService()
  const store = memoryStore()
  const signer = newPayer()
  const [first, second] = [
    service.buyer({ store, signer, maxPerDay: PRICE, maxRetries: 0 }),
    service.buyer({ store, signer }),
  ]
  let fail: (response: Response) => void = () => undefined
  service.fetchFaults.push(() => new Promise((resolve) => (fail = resolve)))
  const failing = first.buy(BTC)
  await expect.poll(() => service.sent.length).toBe(1)
  expect(await second.buy(BTC)).toMatchObject({ answer: { serial: 1 } })
  fail(Response.json({ code: "data_unavailable", detail: "x", charged: "no", retryable: false }, { status: 503 }))
  await expect(failing).rejects.toMatchObject({ code: "outcome_unknown" })
  expect(await first.spent()).toBe(PRICE)
})

test("what was spent before a clock that was ahead is set back still counts", async () => {
  const hourMs = 3_600_000
  let nowMs = Date.now()
  const budget = createBudget({
    store: memoryStore(),
    now: () => nowMs,
    isUnused: () => false,
    maxPerDay: 3n,
    session: { maxPerDay: 0n },
  })
  const spend = (id: string) => budget.open({ id, resource: id, header: "", amount: 2n, deposit: 0n })
  await spend("first")
  nowMs += 25 * hourMs
  await spend("of the next day")
  nowMs -= 25 * hourMs
  expect(await budget.spent()).toBe(4n)
  await expect(spend("third")).rejects.toMatchObject({ code: "day_limit_reached" })
})

test("a store whose first read fails is read again by the next call", async () => {
  const service = await openService()
  const memory = memoryStore()
  let failures = 2
  const store = {
    ...memory,
    update: (change: Parameters<BuyerStore["update"]>[0]) =>
      failures-- > 0 ? Promise.reject(new Error("disk")) : memory.update(change),
  }
  const buyer = service.buyer({ store })
  await expect(buyer.buy(BTC)).rejects.toMatchObject({ code: "store_failed", charged: "no" })
  await expect(buyer.buy(BTC)).rejects.toMatchObject({ code: "store_failed" })
  expect(await buyer.buy(BTC)).toMatchObject({ status: "bought" })
})

test("a store that fails after a sale does not lose the answer; a store that fails before prevents the sale", async () => {
  const service = await openService()
  const memory = memoryStore()
  let updates = 0
  // Each purchase looks for an open payment, writes its own, and closes it.
  const update: BuyerStore["update"] = (change) =>
    (updates += 1) > 2 ? Promise.reject(new Error("disk full")) : memory.update(change)
  const buyer = service.buyer({ store: { ...memory, update } })
  expect(await buyer.buy(BTC)).toMatchObject({ answer: { serial: 1 } })
  await expect(buyer.buy(ETH)).rejects.toMatchObject({
    code: "store_failed",
    message: expect.stringContaining("disk full"),
  })
  expect(service.sent).toHaveLength(1)
})

test("a file that cannot be read as a state stops the buyer, because the budget is unknown", async () => {
  const service = await openService()
  const path = join(folder, "buyer.json")
  writeFileSync(path, '{"payments":[{"id":"a","atMs":1,"amount":"-5"}],"deposits":[],"open":[]}')
  await expect(service.buyer({ store: fileStore(path) }).buy(BTC)).rejects.toThrow(/amount: a text is expected, got -5/)
  expect(service.sent).toEqual([])
})

test("the lock of a program that has ended is removed, also one of an earlier process with this id", async () => {
  const path = join(folder, "buyer.json")
  const host = encodeURIComponent(hostname())
  const ended = await execute(process.execPath, ["-p", "process.pid"])
  for (const pid of [ended.stdout.trim(), process.pid]) {
    const lock = `${path}.lock.${host}.${pid}.00`
    writeFileSync(lock, "")
    const beforeThisProcess = (Date.now() - process.uptime() * 1_000) / 1_000 - 5
    utimesSync(lock, beforeThisProcess, beforeThisProcess)
  }
  writeFileSync(`${path}.${ended.stdout.trim()}.00.partial`, "half of")
  await fileStore(path).update(() => "1")
  expect(readFileSync(path, "utf8")).toBe("1")
  expect(readdirSync(folder)).toEqual(["buyer.json"])
})

const execute = promisify(execFile)

test("three processes, and three threads of one process, that update one file lose nothing", async () => {
  const path = join(folder, "count")
  const [count, threads] = [join(folder, "count.mjs"), join(folder, "threads.mjs")]
  const contents = `import { fileStore } from "./clients/typescript/file-store"
const store = fileStore(${JSON.stringify(path)})
for (let count = 0; count < 15; count += 1) await store.update((text) => String(Number(text ?? 0) + 1))`
  const stdin = { contents, resolveDir: resolve(".") }
  await build({ stdin, bundle: true, platform: "node", format: "esm", outfile: count })
  writeFileSync(
    threads,
    `import { Worker } from "node:worker_threads"
for (const _ of [1, 2, 3]) new Worker(${JSON.stringify(count)})`,
  )
  await Promise.all([count, count, count].map((program) => execute(process.execPath, [program])))
  expect(readFileSync(path, "utf8")).toBe("45")
  await execute(process.execPath, [threads])
  expect(readFileSync(path, "utf8")).toBe("90")
  expect(readdirSync(folder).toSorted()).toEqual(["count", "count.mjs", "threads.mjs"])
}, 60_000)

test("a refused deposit counts for a day, and its voucher is replaced by the next one", async () => {
  let nowMs = 1_790_000_000_000
  const budget = createBudget({
    store: memoryStore(),
    now: () => nowMs,
    isUnused: () => true,
    maxPerDay: 100n,
    session: { maxPerDay: 1_000n },
  })
  const payment = (id: string) => ({ id, resource: BTC, header: "", amount: 100n, deposit: 1_000n })
  await budget.open(payment("first"))
  expect(await budget.release("first", null)).toBe(true)
  expect(await budget.spent()).toBe(0n)
  await expect(budget.open(payment("second"))).rejects.toThrow(/^session\.maxPerDay: /)
  nowMs += 86_399_999
  await expect(budget.open(payment("second"))).rejects.toThrow(/^session\.maxPerDay: /)
  nowMs += 1
  expect(await budget.open(payment("second"))).toMatchObject({ id: "second", senders: 1 })
})
