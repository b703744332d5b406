import { expect, test } from "vitest"
import { healthContract } from "@/lib/endpoints/health/contract"
import { createPartWatch } from "./part-watch"

test("each status change of a part is logged once, with its error", async () => {
  const log: unknown[] = []
  const example = healthContract.response.parse(healthContract.example)
  const [candles] = example.parts
  if (candles === undefined) throw new Error("The example has no part.")
  let part: typeof candles = candles
  const checkParts = createPartWatch({
    health: async () => ({ ...example, parts: [part] }),
    log: (_, facts) => void log.push(facts),
  })
  await checkParts()
  part = { ...candles, status: "down", last_error: "network", detail: "too old" }
  await checkParts()
  await checkParts()
  part = candles
  await checkParts()
  expect(log).toEqual([
    { part: "candles", from: "ok", to: "down", last_error: "network", detail: "too old" },
    { part: "candles", from: "down", to: "ok", last_error: null, detail: "binance" },
  ])
})
