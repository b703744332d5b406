import { expect, test } from "vitest"
import { NOW_MS, PAYER, product, receiptAt } from "@/tools/testing/client/fixtures"
import { freeUntilMs, isNewestOfItsKind } from "@/lib/client/sign-in/free-until"
import { evictedReceipt, evictedStatus, otherWalletDelivery, newestReceipt } from "./receipt-lookup"

const MINUTE_MS = 60_000
const wallet = (address: `0x${string}`) => ({
  wallet: { address, name: "W", kind: "browser", appHref: null, chainOk: true, balance: null } as const,
})
const nobody = { wallet: null }
const old = receiptAt(NOW_MS - 9 * MINUTE_MS, { id: "0xold" })
const dropped = receiptAt(NOW_MS, { id: "0xdropped", body: null })
const other = { ...receiptAt(NOW_MS, { id: "0xother" }), productId: "signal:ETH" }

test("the newest stored answer is shown", () => {
  expect(newestReceipt([old, dropped, other], product, nobody)).toBe(old)
  expect(evictedReceipt([old, dropped, other], product, nobody)).toBeNull()
})

test("a purchase whose answer was evicted is still known", () => {
  expect(newestReceipt([dropped, other], product, nobody)).toBeNull()
  expect(evictedReceipt([dropped, other], product, nobody)).toBe(dropped)
  expect(evictedReceipt([other], product, nobody)).toBeNull()
  expect(evictedReceipt(null, product, nobody)).toBeNull()
})

test("purchases of one wallet are not shown to another", () => {
  const otherWallet = wallet(`0x${"22".repeat(20)}`)
  expect([newestReceipt([old], product, otherWallet), evictedReceipt([dropped], product, otherWallet)]).toEqual([
    null,
    null,
  ])
  expect(evictedReceipt([dropped], product, wallet(PAYER))).toBe(dropped)
})

test("an answer can be fetched again until the window after the signature ends", () => {
  const windowMs = 15 * MINUTE_MS
  const untilMs = freeUntilMs(dropped, windowMs)
  expect(untilMs).toBe(dropped.signedAtMs + windowMs)
  expect(untilMs).toBeLessThan(dropped.deliveredAtMs + windowMs)
  expect(evictedStatus(dropped, untilMs, windowMs)).toEqual({ kind: "evicted" })
  expect(evictedStatus(dropped, untilMs + 1, windowMs)).toEqual({
    kind: "expired",
    boughtAtMs: dropped.deliveredAtMs,
    paid: "50000",
  })
})

test("of several purchases of one product by one wallet the service redelivers the newest", () => {
  const later = receiptAt(NOW_MS + MINUTE_MS, { id: "0xlater", payer: PAYER.toUpperCase().replace("0X", "0x") })
  const elsewhere = receiptAt(NOW_MS + MINUTE_MS, { payer: `0x${"22".repeat(20)}` })
  expect(isNewestOfItsKind(dropped, [old, dropped, elsewhere, { ...later, path: "/api/signal/ETH" }])).toBe(true)
  expect(isNewestOfItsKind(dropped, [dropped, later])).toBe(false)
})

test("the newest answer is the one computed last, not the one delivered last", () => {
  const redelivered = receiptAt(NOW_MS + MINUTE_MS, { id: "0xlate", answeredAtMs: NOW_MS - 60 * MINUTE_MS })
  expect(newestReceipt([redelivered, old], product, nobody)).toBe(old)
})

test("a delivery to a wallet that is no longer connected is reported", () => {
  const purchase = { kind: "delivered", receiptId: old.id } as const
  const otherWallet = wallet(`0x${"22".repeat(20)}`)
  expect(otherWalletDelivery([old], purchase, otherWallet)).toEqual({ kind: "delivered-elsewhere", payer: PAYER })
  expect(otherWalletDelivery([old], purchase, wallet(PAYER))).toBeNull()
  expect(otherWalletDelivery([old], purchase, nobody)).toBeNull()
  expect(otherWalletDelivery([old], { kind: "idle" }, otherWallet), "dismissed, or of an earlier visit").toBeNull()
})
