import { expect, test } from "vitest"
import { sealedFacts } from "@/tools/testing/record/sealed-history"
import type { Coin } from "@/lib/domain/market/coin"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import type { ExportedRecord } from "./fetch-record"
import { describeSealedQuotes } from "./check-quotes-sealed"

const START_MS = Date.UTC(2026, 0, 1)

type Call = { readonly coin: Coin; readonly day: number; readonly hour: number }

const has = (name: "compared" | "markets") => ({ [name]: { source: "venue" } })

/** The calls of ten days; `fields` are what is sealed beside each of them. */
function calls(fields: (call: Call) => object, isLate = false) {
  const closes = Array.from({ length: 60 }, (_, index) => ({ day: Math.floor(index / 6), hour: 4 * (index % 6) }))
  return closes.flatMap(({ day, hour }) =>
    (["BTC", "SOL"] as const).map((coin) => {
      const decisionTimeMs = START_MS + day * DAY_MS + hour * HOUR_MS
      const facts = sealedFacts({ coin, decisionTimeMs, sealedAtMs: decisionTimeMs + (isLate ? DAY_MS : 5_000) })
      const sealed: Readonly<Record<string, unknown>> = { ...facts, ...fields({ coin, day, hour }) }
      return { id: facts.id, facts: sealed } satisfies Pick<ExportedRecord, "id" | "facts">
    }),
  )
}

test("calls from which quotes were left out are counted since the coin's first quotes, and the first is named", () => {
  const fields = ({ coin, day, hour }: Call) => ({
    ...(day >= 2 && day !== 5 && has("compared")),
    ...(coin === "BTC" && hour === 0 && day !== 7 && has("markets")),
  })
  expect(describeSealedQuotes(calls(fields))).toEqual([
    "Not checked: 84 of 96 live calls have quotes of options beside them since the first ones. 12 have none, first " +
      "BTC-2026-01-06T00:00:00.000Z: there were no quotes, or they were left out.",
    "Not checked: 9 of 10 live daily closes have quotes of a prediction market beside them since the first ones. 1 have none, first " +
      "BTC-2026-01-08T00:00:00.000Z: there were no quotes, or they were left out.",
  ])
})

test("whole ones are counted without a note, and replayed calls, which never have quotes, are not", () => {
  expect(describeSealedQuotes(calls(() => has("compared")))).toEqual([
    "120 of 120 live calls have quotes of options beside them since the first ones.",
  ])
  expect(describeSealedQuotes(calls(() => has("compared"), true))).toEqual([])
})
