import { expect, test } from "vitest"
import { createPersistentList } from "@/lib/client/browser/persistent-list"
import { memoryStorage, NOW_MS, receiptAt } from "@/lib/client/testing/fixtures"
import { boundReceipts, keepReceipt, MAX_ANSWERS, MAX_RECEIPTS } from "./keep-receipt"
import { Receipt } from "./receipt"

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => receiptAt(NOW_MS + index, { id: `0x${index}` }))

test("a browser's books are bounded: the newest receipts stay, the newest of them with their answers", () => {
  const bounded = boundReceipts(many(MAX_RECEIPTS + 5), MAX_ANSWERS)
  expect([bounded.length, bounded[0]?.id]).toEqual([MAX_RECEIPTS, "0x5"])
  expect(bounded.filter(({ body }) => body !== null)).toHaveLength(MAX_ANSWERS)
  expect(bounded.at(-1)?.body).not.toBeNull()
})

test("the same receipt is kept once", () => {
  const receipts = createPersistentList(memoryStorage(), "r", Receipt)
  keepReceipt(receipts, receiptAt())
  keepReceipt(receipts, receiptAt(NOW_MS + 1))
  expect(receipts.get()).toEqual([receiptAt(NOW_MS + 1)])
})

test("damaged books do not keep a receipt from being written", () => {
  const storage = memoryStorage()
  storage.setItem("r", "[{]")
  const receipts = createPersistentList(storage, "r", Receipt)
  keepReceipt(receipts, receiptAt())
  expect(createPersistentList(storage, "r", Receipt).get()).toHaveLength(1)
  expect(storage.getItem("r.damaged")).toBe("[{]")
})
