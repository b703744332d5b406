import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { DataUnavailableError, InvalidParamsError } from "@/lib/domain/errors"
import { DAY_MS, HOUR_MS, isoDate, isoTime } from "@/lib/domain/utc-day"
import type { SealedFacts } from "@/lib/domain/track-record/sealed-signal"
import { formatUsdc } from "@/lib/domain/usdc"
import { getRecordCalls } from "@/lib/endpoints/record-calls/answer"
import { HISTORY_START_MS, sealedHistory } from "@/tools/testing/record/sealed-history"
import { createMemoryOutcomeStore, createMemorySealedStore } from "@/tools/testing/record/sealed-store"
import { compareOdds } from "@/lib/domain/track-record/compare-odds"
import { settleQuestion } from "@/lib/domain/track-record/question-outcome"
import { isDailyClose, TOUCH_SIDES, TOUCH_SIGMAS, TOUCH_VERSION } from "@/lib/domain/track-record/touch-levels"
import { maySellSealed } from "@/lib/market/feeds/feed-ports"
import type { MaySell } from "@/lib/usecases/sealed-rights"
import { checkHistory, getHistory, isHistorySold } from "./answer"
import { historyContract, historyPrice, MAX_HISTORY_DAYS } from "./contract"

const DAYS = 40
const history = sealedHistory({ days: DAYS, seed: 5 })
const ports = (nowMs: number) => ({
  sealed: createMemorySealedStore(history.records.filter(({ facts }) => facts.sealedAtMs <= nowMs)),
  outcomes: createMemoryOutcomeStore(history.outcomes),
  maySell: () => true,
  nowMs,
})
/** Levels at fixed distances, at midnight. */
function withTouch(facts: SealedFacts): SealedFacts {
  if (!isDailyClose(facts.decisionTimeMs)) return facts
  const levels = TOUCH_SIDES.flatMap((side) =>
    TOUCH_SIGMAS.map((sigmas) => {
      const levelUsd = facts.priceUsd * (1 + (side === "above" ? 0.02 : -0.02) * sigmas)
      return { side, sigmas, levelUsd, odds: 0.6 - 0.3 * Math.min(1, sigmas) }
    }),
  )
  return { ...facts, touch: { version: TOUCH_VERSION, "24h": levels, "7d": levels } }
}

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

test("only whole days whose every call is a day old are sold", async () => {
  const atMs = HISTORY_START_MS + 10 * DAY_MS + 13 * HOUR_MS
  const { data, days, next_from, next_sold_at } = await ask(7, 12, "jsonl", atMs)
  const lines = linesOf(data)
  expect(days).toEqual([dayOf(7), dayOf(8)])
  expect([next_from, next_sold_at]).toEqual([dayOf(9), isoTime(HISTORY_START_MS + 10 * DAY_MS + 20 * HOUR_MS)])
  expect(lines).toHaveLength(12)
  for (const line of lines) expect(line["outcome_7d"]).toBeNull()
  await expect(ask(9, 12, "jsonl", atMs)).rejects.toThrow(DataUnavailableError)
  const sold = await ask(9, 9, "jsonl", Date.parse(next_sold_at))
  expect([sold.rows, sold.next_from]).toEqual([6, dayOf(10)])
})

test("without days the newest sold day is answered, and without the last one the days up to it", async () => {
  const atMs = HISTORY_START_MS + 10 * DAY_MS + 13 * HOUR_MS
  const days = async (question: { readonly from?: string; readonly to?: string }) =>
    (await getHistory({ coin: "BTC", format: "jsonl", ...question }, ports(atMs))).days
  expect(await days({})).toEqual([dayOf(8)])
  expect(await days({ from: dayOf(6) })).toEqual([dayOf(6), dayOf(7), dayOf(8)])
  expect(await days({ to: dayOf(5) })).toEqual([dayOf(5)])
  await expect(days({ from: dayOf(9) })).rejects.toThrow(DataUnavailableError)
  const later = await getHistory({ coin: "BTC", format: "jsonl", from: dayOf(0) }, ports(END_MS))
  expect([later.days.length, later.to]).toEqual([MAX_HISTORY_DAYS, dayOf(MAX_HISTORY_DAYS - 1)])
})

test("a day is sold once a call of it is a day old", async () => {
  const isSold = (nowMs: number) => isHistorySold(ports(nowMs))
  expect(await isSold(HISTORY_START_MS + DAY_MS + 19 * HOUR_MS)).toBe(false)
  expect(await isSold(HISTORY_START_MS + DAY_MS + 20 * HOUR_MS)).toBe(true)
  expect(await isHistorySold({ ...ports(END_MS), maySell: () => false })).toBe(false)
})

test("days without a call are not charged", async () => {
  const window = { from: dayOf(-30), to: dayOf(0) }
  expect((await getHistory({ coin: "BTC", ...window, format: "jsonl" }, ports(END_MS))).days).toEqual([dayOf(0)])
})

test("a record that is behind sells no day that it may still fill, and next_from leaves none out", async () => {
  const reachedMs = HISTORY_START_MS + 5 * DAY_MS + 8 * HOUR_MS
  const records = history.records.filter(({ facts }) => facts.decisionTimeMs <= reachedMs)
  const from = { ...ports(END_MS), sealed: createMemorySealedStore(records) }
  const question = { coin: "BTC", from: dayOf(4), to: dayOf(6), format: "jsonl" } as const
  const answer = await getHistory(question, from)
  expect([answer.days, answer.rows, answer.next_from]).toEqual([[dayOf(4)], 6, dayOf(5)])
  expect(Date.parse(answer.next_sold_at)).toBe(END_MS + 4 * HOUR_MS)
  expect((await getHistory({ coin: "BTC", format: "jsonl" }, from)).days).toEqual([dayOf(4)])
  await expect(getHistory({ ...question, from: dayOf(5) }, from)).rejects.toThrow("the record, which is behind")
  const none = { ...from, sealed: createMemorySealedStore([]) }
  await expect(getHistory(question, none)).rejects.toThrow(DataUnavailableError)
})

test("next_from goes on behind days without a call", async () => {
  const isKept = ({ decisionTimeMs }: SealedFacts) =>
    decisionTimeMs < HISTORY_START_MS + 2 * DAY_MS || decisionTimeMs >= HISTORY_START_MS + 6 * DAY_MS
  const sealed = createMemorySealedStore(history.records.filter(({ facts }) => isKept(facts)))
  const question = { coin: "BTC", from: dayOf(0), to: dayOf(3), format: "jsonl" } as const
  const answer = await getHistory(question, { ...ports(END_MS), sealed })
  expect([answer.days, answer.next_from]).toEqual([[dayOf(0), dayOf(1)], dayOf(6)])
})

test("a reader who asks each few hours from next_from has every call once", async () => {
  const ids: unknown[] = []
  let from = dayOf(0)
  const firstMs = HISTORY_START_MS + 2 * DAY_MS
  for (let nowMs = firstMs; nowMs < END_MS; nowMs += 5 * HOUR_MS) {
    const to = isoDate(Date.parse(from) + 3 * DAY_MS)
    const question = { coin: "BTC", from, to, format: "jsonl" } as const
    const page = await getHistory(question, ports(nowMs)).catch(() => null)
    if (page === null) continue
    ids.push(...linesOf(page.data).map(({ id }) => id))
    from = page.next_from
  }
  const own = history.records.map(({ facts }) => facts).filter(({ coin }) => coin === "BTC")
  expect(ids).toEqual(own.filter(({ decisionTimeMs }) => decisionTimeMs < Date.parse(from)).map(({ id }) => id))
  expect(Date.parse(from)).toBe(END_MS - DAY_MS)
})

test("pages that follow next_from are all whole days, each call once", async () => {
  const ids: unknown[] = []
  let page: Awaited<ReturnType<typeof getHistory>> | undefined
  while (page === undefined || Date.parse(page.next_sold_at) <= END_MS) {
    const from: string = page?.next_from ?? dayOf(0)
    const to = isoDate(Date.parse(from) + 6 * DAY_MS)
    page = await getHistory({ coin: "BTC", from, to, format: "jsonl" }, ports(END_MS))
    ids.push(...linesOf(page.data).map(({ id }) => id))
  }
  const own = history.records.map(({ facts }) => facts).filter(({ coin }) => coin === "BTC")
  expect(ids).toEqual(own.filter(({ decisionTimeMs }) => decisionTimeMs < END_MS - DAY_MS).map(({ id }) => id))
})

describe("a record that was sealed with every source, in strict", () => {
  const strict: MaySell = (from, form) => maySellSealed({ profile: "strict" }, from, form)
  const options = {
    source: "deribit",
    asOfMs: 0,
    sigma24h: 0.03,
    sigma7d: 0.08,
    day: { low: 1, high: 2 },
    week: { low: 1, high: 2 },
  }
  const input = { asOfMs: 0, sha256: null }
  const mixed = sealedHistory({
    days: 6,
    seed: 7,
    change: (facts) => ({
      ...facts,
      source: facts.decisionTimeMs < HISTORY_START_MS + DAY_MS ? "binance" : "kraken",
      inputs:
        facts.decisionTimeMs < HISTORY_START_MS + 2 * DAY_MS
          ? [{ ...input, name: "vix", source: "fred" }]
          : [{ ...input, name: "dxy", source: "fred" }],
      compared: { forecast: { sigma24h: 0.03, sigma7d: 0.08 }, options },
    }),
  })
  const buy = (maySell: MaySell, toDay: number) =>
    getHistory(
      { coin: "BTC", from: dayOf(0), to: dayOf(toDay), format: "jsonl" },
      {
        sealed: createMemorySealedStore(mixed.records),
        outcomes: createMemoryOutcomeStore(
          mixed.outcomes.map((one) => ({ ...one, source: one.horizon === "7d" ? "okx" : "kraken" })),
        ),
        maySell,
        nowMs: HISTORY_START_MS + 40 * DAY_MS,
      },
    )

  test("has no call of red candles, and null for each field of a red source, and names them", async () => {
    const { days, data, withheld } = await buy(strict, 3)
    expect(days).toEqual([dayOf(1), dayOf(2), dayOf(3)])
    expect(withheld).toContainEqual({ source: "binance", columns: ["*"] })
    expect(withheld).toContainEqual({ source: "deribit", columns: ["options_sigma_24h", "options_sigma_7d"] })
    for (const line of linesOf(data)) {
      const isOfRedVix = Date.parse(String(line["decided_at"])) < HISTORY_START_MS + 2 * DAY_MS
      expect(line).toMatchObject({
        price: expect.any(Number),
        forecast_sigma_24h: 0.03,
        options_sigma_24h: null,
        exit_price_7d: null,
      })
      expect([line["direction"] === null, line["outcome_24h"] === null]).toEqual([isOfRedVix, isOfRedVix])
      expect(line["exit_price_24h"]).toEqual(expect.any(Number))
    }
    await expect(buy(strict, 0)).rejects.toThrow(DataUnavailableError)
  })

  test("is whole where everything may be sold", async () => {
    const { days, data, withheld } = await buy(() => true, 3)
    expect([days.length, withheld]).toEqual([4, []])
    for (const line of linesOf(data)) expect(line["options_sigma_24h"]).toBe(0.03)
  })
})

test.each([
  ["kraken", "price", "value", true],
  ["binance", "days", "class", false],
  ["deribit", "options", "class", false],
  ["coinbase/kraken", "coinbasePremium", "class", false],
  ["alternative.me", "fearGreed", "value", true],
  ["fred", "vix", "class", false],
  ["fred", "us10y", "value", true],
  ["geckoterminal", "", "class", true],
  ["geckoterminal", "", "value", false],
  ["nobody", "", "class", false],
] as const)("strict: %s as %s, %s: %s", (source, input, form, may) => {
  expect(maySellSealed({ profile: "strict" }, { source, input }, form)).toBe(may)
  expect(maySellSealed({ profile: "open" }, { source, input }, form)).toBe(true)
})

test("the documents name every column of a row and no other", async () => {
  const [, table = ""] = readFileSync("docs/for-bots.md", "utf8").split("## History for studies")
  const named = (table.split("\n## ")[0] ?? "")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) =>
      [...(line.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].flatMap(([, name = ""]) => expanded(name)),
    )
  expect(named.toSorted()).toEqual((await ask(3, 3)).columns.toSorted())
})

/** `a_{1,2}` is `a_1` and `a_2`. */
function expanded(name: string): string[] {
  const [whole, choices] = /\{([^}]+)\}/.exec(name) ?? []
  if (whole === undefined || choices === undefined) return [name]
  return choices.split(",").flatMap((choice) => expanded(name.replace(whole, choice)))
}

test("the price is a cent a day, and 31 days are the most", () => {
  expect([1, 31].map((days) => formatUsdc(historyPrice(days)))).toEqual(["0.01", "0.31"])
  expect(() => checkHistory({ from: "2026-01-01", to: "2026-01-31" })).not.toThrow()
  expect(() => checkHistory({ from: "2026-01-01", to: "2026-02-01" })).toThrow(InvalidParamsError)
  expect(() => checkHistory({ from: "2026-01-02", to: "2026-01-01" })).toThrow(InvalidParamsError)
  expect(MAX_HISTORY_DAYS).toBe(31)
})

test.each(["24h", "7d"] as const)("the example script reproduces the %s line of the free record", async (horizon) => {
  // No call of the day that is not whole is revealed yet.
  const nowMs = HISTORY_START_MS + 31 * DAY_MS - HOUR_MS
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

test.each(["24h", "7d"] as const)("the example script reproduces the score of the %s touch odds", async (horizon) => {
  const nowMs = HISTORY_START_MS + 61 * DAY_MS - HOUR_MS
  const long = sealedHistory({ days: 70, seed: 9, change: withTouch })
  const from = {
    ...ports(nowMs),
    sealed: createMemorySealedStore(long.records.filter(({ facts }) => facts.sealedAtMs <= nowMs)),
    outcomes: createMemoryOutcomeStore(long.outcomes),
  }
  const pages = await Promise.all(
    [0, 30].map((day) => getHistory({ coin: "BTC", from: dayOf(day), to: dayOf(day + 29), format: "jsonl" }, from)),
  )
  const { touch } = (await getRecordCalls({ coin: "BTC", horizon, days: 90 }, from)).figures.live_paper
  const folder = mkdtempSync(join(tmpdir(), "history-"))
  try {
    const file = join(folder, "btc.jsonl")
    writeFileSync(file, pages.map(({ data }) => data).join(""))
    const said = execFileSync(process.execPath, ["docs/examples/reproduce-touch.mjs", file, horizon], {
      encoding: "utf8",
    })
    const [line = ""] = said.split("\n")
    expect(line).toContain(
      `live_paper ${horizon}: ${touch.touched} of ${touch.levels} levels of ${touch.n} calls touched`,
    )
    if (touch.brier !== null) expect(line).toContain(`Brier score ${touch.brier.toFixed(6)}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
  expect(touch.n).toBeGreaterThan(50)
  expect(touch.brier === null).toBe(horizon === "7d")
})

test("a row has regime and touch odds at midnight, and says why another has none", async () => {
  const daily = sealedHistory({
    days: 20,
    seed: 9,
    change: (facts) =>
      withTouch({ ...facts, ...(facts.coin === "BTC" && isDailyClose(facts.decisionTimeMs) && { regime: "MARKUP" }) }),
  })
  const from = {
    ...ports(END_MS),
    sealed: createMemorySealedStore(daily.records),
    outcomes: createMemoryOutcomeStore(daily.outcomes),
  }
  const { data, columns } = await getHistory({ coin: "ETH", from: dayOf(2), to: dayOf(2), format: "jsonl" }, from)
  const [midnight, later] = linesOf(data)
  expect(midnight).toMatchObject({
    regime: "MARKUP",
    touch_version: "touch-1",
    p_touch_24h_above_2: 0.3,
    daily_missing: null,
  })
  expect(later).toMatchObject({ regime: null, touched_7d_below_3: null, daily_missing: "sealed at 00:00 UTC alone" })
  const measured = daily.outcomes.find(({ id, horizon }) => id === midnight?.["id"] && horizon === "24h")
  const level = Number(midnight?.["touch_level_24h_above_1"])
  expect(midnight?.["touched_24h_above_1"]).toBe((measured?.highUsd ?? NaN) >= level)
  const csv = await getHistory({ coin: "ETH", from: dayOf(2), to: dayOf(2), format: "csv" }, from)
  expect(csv.data.split("\r\n", 1)[0]?.split(",")).toEqual(columns)
  const older = await getHistory({ coin: "ETH", from: dayOf(2), to: dayOf(2), format: "jsonl" }, ports(END_MS))
  expect(linesOf(older.data)[0]).toMatchObject({
    touch_version: null,
    daily_missing: "regime and touch odds not sealed at this close",
  })
})

test("the example script reproduces the scores of our odds and of the market, and CSV has the same questions", async () => {
  const days = 60
  // The day after the last one, so that the record has passed it.
  const daily = sealedHistory({ days: days + 1, seed: 11, change: withQuestions })
  // Each call is revealed, and one question of the last day has not ended.
  const nowMs = HISTORY_START_MS + days * DAY_MS + 20 * HOUR_MS
  const settled = daily.records.flatMap(({ facts }) =>
    (facts.markets?.questions ?? []).flatMap(
      (question) => settleQuestion(facts, question, daily.hours[facts.coin], daily.endMs) ?? [],
    ),
  )
  const results = settled.filter(({ endMs }) => endMs <= nowMs)
  const from = (maySell: MaySell) => ({
    sealed: createMemorySealedStore(daily.records),
    outcomes: createMemoryOutcomeStore(daily.outcomes, results),
    maySell,
    nowMs,
  })
  const page = (day: number, format: "jsonl" | "csv", maySell: MaySell = () => true) =>
    getHistory({ coin: "BTC", from: dayOf(day), to: dayOf(day + 29), format }, from(maySell))
  const lines = (await Promise.all([0, 30].map((day) => page(day, "jsonl")))).map(({ data }) => data)
  const cells = linesOf(lines.join("")).map((line) => line["market_questions"])
  expect(cells[0]).toMatch(/^KXBTCD-26JAN01 close above [\d.]+ 2026-01-01T22:00:00\.000Z 0\.4\d* 0\.\d+ (yes|no); KX/)
  expect(cells[1]).toBeNull()
  const csv = await page(0, "csv")
  const place = csv.columns.indexOf("market_questions")
  const csvCells = csv.data
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((row) => row.split(",")[place])
  expect(csvCells).toEqual(cells.slice(0, csvCells.length).map((cell) => cell ?? ""))

  const asked = daily.records
    .map(({ facts }) => facts)
    .filter(({ coin, degraded, decisionTimeMs }) => {
      return coin === "BTC" && !degraded && decisionTimeMs < HISTORY_START_MS + days * DAY_MS
    })
  for (const kind of ["close", "touch"] as const) {
    const { n, calls, forecast, market } = compareOdds(asked, results, kind)
    const folder = mkdtempSync(join(tmpdir(), "history-"))
    try {
      const file = join(folder, "btc.jsonl")
      writeFileSync(file, lines.join(""))
      const said = execFileSync(process.execPath, ["docs/examples/reproduce-markets.mjs", file, kind], {
        encoding: "utf8",
      })
      expect(n).toBeGreaterThan(40)
      expect(said.trim()).toBe(
        `${kind}: ${n} questions of ${calls} calls; Brier score ours ${forecast.brier?.toFixed(6)}, market ${market.brier?.toFixed(6)}`,
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  const without = await page(0, "jsonl", ({ source }) => source !== "kalshi")
  expect(linesOf(without.data)[0]).toMatchObject({ market_questions: null, price: expect.any(Number) })
  expect(without.withheld).toEqual([{ source: "kalshi", columns: ["market_questions"] }])
})

/** Two questions about the end of the day and one about a touch, at midnight. */
function withQuestions(facts: SealedFacts): SealedFacts {
  if (!isDailyClose(facts.decisionTimeMs)) return facts
  const day = isoDate(facts.decisionTimeMs)
  const question = (kind: "close" | "touch", ratio: number, share: number) => ({
    ticker:
      kind === "close" && ratio === 0.99 ? `KX${facts.coin}D-26JAN${day.slice(-2)}` : `KX-${kind}-${ratio}-${day}`,
    kind,
    side: "above" as const,
    levelUsd: Number((facts.priceUsd * ratio).toFixed(2)),
    untilMs: facts.decisionTimeMs + 22 * HOUR_MS,
    market: share,
    forecast: Number((share + 0.05).toFixed(6)),
  })
  const questions = [question("close", 0.99, 0.45), question("close", 1.01, 0.3), question("touch", 1.02, 0.25)]
  return { ...facts, markets: { source: "kalshi", asOfMs: facts.decisionTimeMs - 60_000, questions } }
}
