import { describe, expect, test } from "vitest"
import { createPersistentList } from "@/lib/client/browser/persistent-list"
import { memoryStorage, NOW_MS, receiptAt } from "@/tools/testing/client/fixtures"
import { trimReceipts, MAX_STORED, storeReceipts, freeSpace } from "./store-receipt"
import { Receipt } from "./receipt"
import { spentSince } from "./spend"

const DAY_MS = 86_400_000
const body = { text: "x".repeat(7_000) }

/** One purchase a day, up to today. */
const daily = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    receiptAt(NOW_MS - (count - 1 - index) * DAY_MS, { id: `0x${index}`, body }),
  )
const bodies = (receipts: readonly Receipt[]) => receipts.filter((receipt) => receipt.body !== null).length
const receiptsIn = (storage: ReturnType<typeof memoryStorage>) => createPersistentList(storage, "r", Receipt)

test("only the newest receipts are stored, and only the newest of them with answers", () => {
  const bounded = trimReceipts(daily(MAX_STORED.lines + 5), MAX_STORED)
  expect([bounded.length, bounded[0]?.id, bodies(bounded)]).toEqual([MAX_STORED.lines, "0x5", MAX_STORED.answers])
  expect(bounded[0]).toMatchObject({ body: null, headers: null })
  expect(bounded.at(-1)).toMatchObject({ body, headers: { response: null } })
})

test("a purchase of the last day is never evicted, because it counts against the daily limit", () => {
  const today = daily(8).map((receipt) => ({ ...receipt, deliveredAtMs: NOW_MS }))
  const bounded = trimReceipts([...daily(3).slice(0, 2), ...today], { answers: 1, lines: 2 })
  expect(spentSince(bounded, NOW_MS)).toBe(400_000n)
  expect(bounded).toHaveLength(8)
})

test("the same receipt is stored once", () => {
  const receipts = receiptsIn(memoryStorage())
  storeReceipts(receipts, receiptAt())
  storeReceipts(receipts, receiptAt(NOW_MS + 1))
  expect(receipts.get()).toEqual([receiptAt(NOW_MS + 1)])
})

test("a damaged list does not prevent storing a receipt", () => {
  const storage = memoryStorage()
  storage.setItem("r", "[{]")
  storeReceipts(receiptsIn(storage), receiptAt())
  expect(receiptsIn(storage).get()).toHaveLength(1)
  expect(storage.getItem("r.damaged")).toBe("[{]")
})

describe("with full storage", () => {
  const small = (limit = 120_000) => {
    const storage = memoryStorage()
    storage.limit = limit
    return storage
  }

  test("only as many older answers as needed are removed, and every receipt stays", () => {
    const storage = small()
    for (const receipt of daily(50)) storeReceipts(receiptsIn(storage), receipt)
    const kept = receiptsIn(storage).get()
    expect(kept).toHaveLength(50)
    expect(bodies(kept)).toBeGreaterThanOrEqual(3)
    expect(kept.at(-1)?.body).toEqual(body)
  })

  test("the oldest receipts are removed when only one answer is left", () => {
    const storage = small(30_000)
    for (const receipt of daily(50)) storeReceipts(receiptsIn(storage), receipt)
    const kept = receiptsIn(storage).get()
    expect(kept.length).toBeGreaterThan(10)
    expect(kept.at(-1)).toMatchObject({ id: "0x49", body })
  })

  test("a receipt is stored without its answer when only that fits, and the page still shows the answer", () => {
    const storage = small()
    storage.setItem("other", "x".repeat(118_000))
    const receipts = receiptsIn(storage)
    storeReceipts(receipts, receiptAt(NOW_MS, { body }))
    expect(receipts.get()).toMatchObject([{ body }])
    expect(receiptsIn(storage).get()).toMatchObject([{ amount: "50000", body: null }])
  })

  test("a receipt that does not fit stays in memory during later purchases of all tabs", () => {
    const storage = small()
    storage.setItem("other", "x".repeat(119_900))
    const [here, there] = [receiptsIn(storage), receiptsIn(storage)]
    storeReceipts(here, receiptAt(NOW_MS, { id: "0xa", body }))
    storeReceipts(here, receiptAt(NOW_MS, { id: "0xb", body }))
    expect(spentSince(here.get(), NOW_MS), "both count").toBe(100_000n)
    storage.setItem("other", "")
    storeReceipts(there, receiptAt(NOW_MS, { id: "0xc", body }))
    here.reload()
    expect(here.get().map(({ id }) => id)).toEqual(["0xc", "0xa", "0xb"])
    storeReceipts(here, receiptAt(NOW_MS, { id: "0xd", body }))
    expect(receiptsIn(storage).get()).toEqual(here.get())
    expect([here.get().length, bodies(here.get())]).toEqual([4, 4])
  })

  test("older answers are removed for a payment that is about to be sent", () => {
    const storage = small()
    for (const receipt of daily(10)) storeReceipts(receiptsIn(storage), receipt)
    storage.limit = storage.used() + 100
    const store = () => {
      try {
        storage.setItem("attempt", "x".repeat(3_000))
        return true
      } catch {
        return false
      }
    }
    const receipts = receiptsIn(storage)
    expect([store(), freeSpace(receipts, store)]).toEqual([false, true])
    expect([receipts.get().length, bodies(receipts.get())]).toEqual([10, 6])
  })
})
