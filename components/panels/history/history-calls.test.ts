import { expect, test } from "vitest"
import { historyContract } from "@/lib/endpoints/history/contract"
import { callsOf, recordsOf } from "./history-calls"

const line = {
  id: "BTC-1",
  decided_at: "2026-11-14T00:00:00.000Z",
  kind: "replay",
  price: 96_412.5,
  direction: "LONG",
  degraded: false,
  low80_24h: 94_000,
  high80_24h: 99_000,
  outcome_24h: "LOSS",
  exit_price_24h: 93_990.5,
  exit_at_24h: "2026-11-15T00:00:00.000Z",
  return_pct_24h: -2.51,
  inside_24h: false,
  stop_loss: null,
}
const csv = `${Object.keys(line).join(",")}\r\n${Object.values(line)
  .map((cell) => cell ?? "")
  .join(",")}\r\n`

test.each([
  ["jsonl", `${JSON.stringify(line)}\n`],
  ["csv", csv],
] as const)("a line of %s is a call with its range and outcome", (format, data) => {
  const records = recordsOf({ format, data })
  expect(records).toEqual([line])
  expect(callsOf(records)).toEqual([
    {
      id: "BTC-1",
      decided_at: "2026-11-14T00:00:00.000Z",
      kind: "replay",
      price: 96_412.5,
      direction: "LONG",
      degraded: false,
      range: { low: 94_000, high: 99_000 },
      outcome: {
        verdict: "LOSS",
        price: 93_990.5,
        at: "2026-11-15T00:00:00.000Z",
        return_pct: -2.51,
        inside: false,
      },
    },
  ])
})

test("fields that may not be sold are left out of the picture, and what is no call is skipped", () => {
  const texts = [
    { ...line, price: null },
    { ...line, low80_24h: null, inside_24h: null },
    { ...line, outcome_24h: null },
    { odd: 1 },
  ].map((one) => `${JSON.stringify(one)}\n`)
  const calls = callsOf(recordsOf({ format: "jsonl", data: `${texts.join("")}no JSON\n` }))
  expect(calls.map(({ range, outcome }) => [range === null, outcome === null])).toEqual([
    [true, false],
    [false, true],
  ])
})

test("the contract's example has two calls", () => {
  const { data, format, rows } = historyContract.response.parse(historyContract.example)
  expect(callsOf(recordsOf({ data, format }))).toHaveLength(rows)
})
