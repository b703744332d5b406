import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { DataUnavailableError, InvalidParamsError } from "@/lib/domain/errors"
import { DAY_MS, isoDate } from "@/lib/domain/utc-day"
import { formatUsdc } from "@/lib/domain/usdc"
import { getRecordCalls } from "@/lib/endpoints/record-calls/answer"
import { HISTORY_START_MS, sealedHistory } from "@/tools/testing/record/sealed-history"
import { createMemoryOutcomeStore, createMemorySealedStore } from "@/tools/testing/record/sealed-store"
import { checkHistory, getHistory } from "./answer"
import { historyContract, historyPrice, MAX_HISTORY_DAYS } from "./contract"

const DAYS = 40
const history = sealedHistory({ days: DAYS, seed: 5 })
const ports = (nowMs: number) => ({
  sealed: createMemorySealedStore(history.records.filter(({ facts }) => facts.sealedAtMs <= nowMs)),
  outcomes: createMemoryOutcomeStore(history.outcomes),
  nowMs,
})
const END_MS = HISTORY_START_MS + DAYS * DAY_MS
const dayOf = (day: number) => isoDate(HISTORY_START_MS + day * DAY_MS)
const ask = (fromDay: number, toDay: number, format: "jsonl" | "csv" = "jsonl", nowMs = END_MS) =>
  getHistory({ coin: "BTC", from: dayOf(fromDay), to: dayOf(toDay), format }, ports(nowMs))

function linesOf(data: string) {
  return data
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Readonly<Record<string, string | number | boolean | null>>)
}

test("two days are twelve calls in order, each field of a call as it was sealed", async () => {
  const answer = await ask(3, 4)
  expect(historyContract.response.parse(answer)).toEqual(answer)
  const lines = linesOf(answer.data)
  expect([answer.rows, lines.length, answer.next_from]).toEqual([12, 12, dayOf(5)])
  const sealed = history.records.map(({ facts }) => facts).filter(({ coin }) => coin === "BTC")
  for (const line of lines) {
    expect(Object.keys(line)).toEqual(answer.columns)
    const facts = sealed.find(({ id }) => id === line["id"])
    expect(line).toMatchObject({ price: facts?.priceUsd, direction: facts?.direction, kind: "live_paper" })
    const outcome = history.outcomes.find(({ id, horizon }) => id === line["id"] && horizon === "24h")
    expect(line["exit_price_24h"]).toBe(outcome?.exitPriceUsd)
  }
})

test("CSV has the same rows and columns", async () => {
  const [csv, json] = [await ask(3, 4, "csv"), await ask(3, 4)]
  const [head = "", ...rows] = csv.data.trimEnd().split("\r\n")
  expect(head.split(",")).toEqual(json.columns)
  const asText = linesOf(json.data).map((line) => json.columns.map((name) => String(line[name] ?? "")).join(","))
  expect(rows).toEqual(asText)
})

test("a call that is not a day old is not sold, nor an outcome that is not known", async () => {
  const nowMs = HISTORY_START_MS + 10 * DAY_MS + 3_600_000
  const { data, next_from } = await ask(8, 12, "jsonl", nowMs)
  const lines = linesOf(data)
  expect(next_from).toBeNull()
  for (const line of lines) {
    expect(Date.parse(String(line["decided_at"])) + DAY_MS).toBeLessThanOrEqual(nowMs)
    expect(line["outcome_7d"]).toBeNull()
  }
  await expect(ask(10, 12, "jsonl", nowMs)).rejects.toThrow(DataUnavailableError)
})

test("pages that follow next_from are the whole record, each call once", async () => {
  const ids: unknown[] = []
  let from: string | null = dayOf(0)
  while (from !== null) {
    const to: string = isoDate(Date.parse(from) + 6 * DAY_MS)
    const page: Awaited<ReturnType<typeof ask>> = await getHistory(
      { coin: "BTC", from, to, format: "jsonl" },
      ports(END_MS),
    )
    ids.push(...linesOf(page.data).map(({ id }) => id))
    from = page.next_from
  }
  const revealed = history.records.filter(
    ({ facts }) => facts.coin === "BTC" && facts.decisionTimeMs + DAY_MS <= END_MS,
  )
  expect(ids).toEqual(revealed.map(({ facts }) => facts.id))
})

test("the price is a cent a day, and 31 days are the most", () => {
  expect(formatUsdc(historyPrice(checkHistory({ from: "2026-01-01", to: "2026-01-01" })))).toBe("0.01")
  expect(formatUsdc(historyPrice(checkHistory({ from: "2026-01-01", to: "2026-01-31" })))).toBe("0.31")
  expect(() => checkHistory({ from: "2026-01-01", to: "2026-02-01" })).toThrow(InvalidParamsError)
  expect(() => checkHistory({ from: "2026-01-02", to: "2026-01-01" })).toThrow(InvalidParamsError)
  expect(MAX_HISTORY_DAYS).toBe(31)
})

test.each(["24h", "7d"] as const)("the example script reproduces the %s line of the free record", async (horizon) => {
  const nowMs = HISTORY_START_MS + 31 * DAY_MS
  const { data } = await ask(0, 30, "jsonl", nowMs)
  const { figures } = await getRecordCalls({ coin: "BTC", horizon, days: 90 }, ports(nowMs))
  const { calls, ranges } = figures.live_paper
  const folder = mkdtempSync(join(tmpdir(), "history-"))
  try {
    const file = join(folder, "btc.jsonl")
    writeFileSync(file, data)
    const said = execFileSync(process.execPath, ["docs/examples/reproduce-line.mjs", file, horizon], {
      encoding: "utf8",
    })
    expect(said.split("\n")[0]).toBe(
      `live_paper ${horizon}: ${calls.won} of ${calls.n} calls won; ${ranges.inside} of ${ranges.n} ranges held`,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
  expect(calls.n).toBeGreaterThan(20)
})
