import { expect, test } from "vitest"
import { NONCE, NOW_MS, PAYER, receiptAt, terms } from "@/tools/testing/client/fixtures"
import { toCsv, toJson } from "./receipt-export"
import { spentSince } from "./spend"

const receipt = receiptAt()

test("one CSV line per purchase, in dollars", () => {
  const [head, line, end] = toCsv([receipt]).split("\r\n")
  expect(head).toBe("time,title,path,amount_usdc,network,asset,payer,pay_to,transaction,id,version")
  expect(line).toBe(
    `2026-11-20T12:00:00.000Z,BTC signal,/api/signal/BTC,0.05,eip155:8453,${terms.usdc.address},${PAYER},${terms.payTo},0xabc,${NONCE},`,
  )
  expect(end).toBe("")
})

test("a title that looks like a formula is escaped", () => {
  expect(toCsv([{ ...receipt, title: "=SUM(A1)" }])).toContain(",'=SUM(A1),")
})

test("the JSON export includes the answers", () => {
  expect(JSON.parse(toJson([receipt]))).toMatchObject([{ id: NONCE, body: { price: 1 } }])
})

test("spentSince() adds up deliveries since an instant", () => {
  const earlier = { ...receipt, deliveredAtMs: NOW_MS - 1 }
  expect(spentSince([receipt, receipt, earlier], NOW_MS)).toBe(100_000n)
  expect(spentSince([], NOW_MS)).toBe(0n)
})
