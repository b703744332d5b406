import { expect, test } from "vitest"
import { contextContract } from "@/lib/endpoints/context/contract"
import { NOW_MS, receiptAt } from "@/tools/testing/client/fixtures"
import { readingHistory } from "./reading-history"

const { example } = contextContract
const [first = ""] = Object.keys(example.details)

function bought(timestamp: string, vote: "long" | "short", productId = "context:BTC") {
  const details = { ...example.details, [first]: { ...example.details[first], vote } }
  return receiptAt(NOW_MS, { id: timestamp + vote, productId, body: { ...example, timestamp, details } })
}

test("the votes of a coin's bought answers are rows over time, oldest first, one column a version", () => {
  const { atMs, rows } = readingHistory(
    [
      bought("2026-11-20T16:00:00.000Z", "short"),
      bought("2026-11-20T12:00:00.000Z", "long"),
      bought("2026-11-20T12:00:00.000Z", "long"),
      bought("2026-11-20T20:00:00.000Z", "long", "context:ETH"),
      receiptAt(NOW_MS, { productId: "context:BTC", body: null }),
      receiptAt(NOW_MS),
    ],
    "BTC",
  )
  expect(atMs.map((at) => new Date(at).getUTCHours())).toEqual([12, 16])
  expect(rows).toHaveLength(Object.keys(example.details).length)
  expect(rows.find(({ name }) => first.endsWith(`.${name}`))?.votes).toEqual(["long", "short"])
})
