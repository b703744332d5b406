import { describe, expect, test } from "vitest"
import { eventsContract } from "@/lib/endpoints/events/contract"
import { isAppError } from "@/lib/domain/errors"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { SourceMalformedError } from "@/lib/outbound/errors"
import { createSandboxFeedPorts } from "@/tools/testing/feeds/sandbox"
import { getEvents } from "@/lib/endpoints/events/answer"
import { createCalendarFeeds } from "./calendar-feeds"

const PUBLISHERS = ["fed", "bls", "bea", "mempool", "deribit", "forexfactory", "bls-data"] as const
const LOSS: Readonly<Record<string, string>> = {
  deribit: "the notional of options expiries is unknown",
  "bls-data": "previous figures of CPI, NFP and PPI may be missing",
}

/** The day before a decision, in winter: 14:00 in New York is 19:00 UTC. */
const BEFORE_DECISION = Date.UTC(2026, 11, 8, 22)

async function openFeeds(faults = "", options: { nowMs?: number; profile?: "open" | "strict" } = {}) {
  const sandbox = await createSandboxFeedPorts({ nowMs: options.nowMs ?? BEFORE_DECISION, faults })
  const ports = { ...sandbox.ports, profile: options.profile ?? "open" }
  const { calendar } = createCalendarFeeds(ports)
  const ask = () => getEvents({}, { calendar, nowMs: sandbox.time.clock(), mode: "sandbox" })
  return { ...sandbox, ports, calendar, ask }
}

describe("the calendar on the simulated market", () => {
  test("the week has every release once, with all its publishers, figures and a warning", async () => {
    const { ask } = await openFeeds()
    const answer = await ask()
    expect(eventsContract.response.parse(answer)).toEqual(answer)
    expect(answer.warning).toMatch(/^CPI in 15\.5h \(2026-12-09 13:30 UTC\): expect volatility\.$/)
    const known = answer.upcoming_7d.filter(({ kind }) => kind !== "OTHER" && kind !== "FED_SPEECH")
    expect(known.map(({ kind, date, at, importance, sources }) => [kind, date, at, importance, sources])).toEqual([
      ["CPI", "2026-12-09", "2026-12-09T13:30:00.000Z", 3, ["bls", "forexfactory", "bls-data"]],
      ["FOMC", "2026-12-09", "2026-12-09T19:00:00.000Z", 3, ["fed", "forexfactory"]],
      ["JOBLESS_CLAIMS", "2026-12-10", "2026-12-10T13:30:00.000Z", 3, ["forexfactory"]],
      ["PPI", "2026-12-10", "2026-12-10T13:30:00.000Z", 3, ["bls", "forexfactory", "bls-data"]],
    ])
    const cpi = answer.upcoming_7d.find(({ kind }) => kind === "CPI")
    expect(cpi?.figures).toContainEqual({
      measure: "CPI y/y",
      forecast: expect.stringMatching(/^\d\.\d%$/),
      previous: expect.stringMatching(/^\d\.\d%$/),
    })
    expect(answer.next_high_impact).toEqual(cpi)
    expect(answer.meta.sources.map(({ name }) => name)).toEqual([
      "fed",
      "bls",
      "bea",
      "mempool",
      "deribit",
      "forexfactory",
      "bls-data",
    ])
  })

  test("the warning counts down and ends with the event, without new lists", async () => {
    const { ask, time } = await openFeeds()
    const at = Date.UTC(2026, 11, 9, 19)
    await ask()
    time.set(at - HOUR_MS / 3)
    expect((await ask()).warning).toBe("FOMC decision in 20 min (2026-12-09 19:00 UTC): expect volatility.")
    time.set(at + 1)
    expect((await ask()).warning).toMatch(/^Jobless claims and PPI in 18\.5h /)
  })

  test("times follow New York's clock across the change of 1 November", async () => {
    const { ask } = await openFeeds("", { nowMs: Date.UTC(2026, 9, 29, 6) })
    const { upcoming_7d } = await ask()
    const timeOf = (kind: string) => upcoming_7d.filter((e) => e.kind === kind).map(({ at, time_et }) => [at, time_et])
    expect(timeOf("GDP")).toEqual([["2026-10-29T12:30:00.000Z", "08:30"]])
    expect(timeOf("JOLTS")).toEqual([["2026-11-03T15:00:00.000Z", "10:00"]])
  })

  test("the calendar also has options expiries and difficulty adjustments", async () => {
    const { ask } = await openFeeds("", { nowMs: Date.UTC(2026, 11, 19) })
    const crypto = (await ask()).upcoming_7d.filter(({ category }) => category === "crypto")
    expect(crypto.map(({ kind, at, importance }) => [kind, at, importance])).toContainEqual([
      "OPTIONS_EXPIRY",
      "2026-12-25T08:00:00.000Z",
      2,
    ])
    const kinds = new Set<string>()
    for (const day of [1, 8]) {
      const { upcoming_7d } = await (await openFeeds("", { nowMs: Date.UTC(2026, 11, day) })).ask()
      for (const { kind, figures } of upcoming_7d) {
        kinds.add(kind)
        if (kind === "DIFFICULTY") expect(figures[0]?.forecast).toMatch(/^[+-]\d+\.\d\d%$/)
      }
    }
    expect(kinds).toContain("DIFFICULTY")
  })

  test("the same seed and time give the same answer", async () => {
    expect(await (await openFeeds()).ask()).toEqual(await (await openFeeds()).ask())
  })
})

describe("a publisher that fails", () => {
  test.each(PUBLISHERS)("%s is named in degraded, and the other publishers answer", async (name) => {
    const { ask } = await openFeeds(`${name}=503`)
    const answer = await ask()
    const loss = LOSS[name] ?? "its events may be missing"
    expect(answer.meta.degraded).toEqual([`No answer from ${name}: ${loss}.`])
    const decision = answer.upcoming_7d.find(({ kind }) => kind === "FOMC")
    expect(decision, "the shipped schedule has the decision").toMatchObject({
      at: "2026-12-09T19:00:00.000Z",
      importance: 3,
    })
    expect(answer.upcoming_7d.some(({ kind }) => kind === "CPI")).toBe(true)
  })

  test.each([
    ["bls=stale:2024-06-01T00:00:00Z", "bls"],
    ["forexfactory=stale:2026-11-25T00:00:00Z", "forexfactory"],
    ["fed=stale:2024-07-01T00:00:00Z", "fed"],
  ])("a list that ended in the past is refused: %s", async (fault, name) => {
    const { ask } = await openFeeds(fault)
    expect((await ask()).meta.degraded).toEqual([`No answer from ${name}: its events may be missing.`])
  })

  test("a ForexFactory list that ends before the seventh day is reported with its end", async () => {
    // Thursday evening in New York, before the next week is published.
    const nowMs = Date.UTC(2026, 11, 11, 3)
    expect((await (await openFeeds("", { nowMs })).ask()).meta.degraded).toEqual([])
    const friday = await openFeeds("", { nowMs: nowMs + DAY_MS / 2 })
    expect((await friday.ask()).meta.degraded).toEqual(["The list of forexfactory ends on 2026-12-13."])
    const alone = await (await openFeeds("bls=403", { nowMs: nowMs + DAY_MS / 2 })).ask()
    expect(alone.meta.degraded.join(" ")).toContain("yearly schedule")
  })

  test("when BLS and ForexFactory fail, the shipped schedule is sold and reported", async () => {
    const { ask } = await openFeeds("bls=403,forexfactory=html")
    const answer = await ask()
    expect(answer.meta.degraded.join(" ")).toContain("CPI and NFP dates come from the yearly schedule")
    expect(answer.warning).not.toBe("No high-impact event in the next 48h.")
  })

  test("without publishers of data releases /events is unavailable after the shipped schedule ends", async () => {
    const { ask } = await openFeeds("bls=down,forexfactory=html", { nowMs: Date.UTC(2027, 1, 10, 15) })
    const error: unknown = await ask().catch((reason: unknown) => reason)
    expect(isAppError(error) && error.code).toBe("data_unavailable")
  })

  test("when the Fed's file breaks, the last list serves for a day, then the meetings page as a part", async () => {
    const { ports, time } = await openFeeds("", { nowMs: BEFORE_DECISION - 2 * DAY_MS })
    let isBroken = false
    const broken = new SourceMalformedError({ kind: "schema", host: "fed", message: "Another shape." })
    const http: typeof ports.http = {
      ...ports.http,
      getJson: (url, options) =>
        isBroken && url.endsWith("/json/calendar.json") ? Promise.reject(broken) : ports.http.getJson(url, options),
    }
    const { calendar } = createCalendarFeeds({ ...ports, http })
    const ask = () => getEvents({}, { calendar, nowMs: time.clock(), mode: "sandbox" })
    const speeches = async () => (await ask()).upcoming_7d.filter(({ kind }) => kind === "FED_SPEECH").length
    const known = await speeches()
    expect(known).toBeGreaterThan(0)
    isBroken = true
    time.advance(7 * HOUR_MS)
    await calendar.refreshIfDue()
    expect([await speeches(), (await ask()).meta.degraded]).toEqual([known, []])
    expect(calendar.status().lastError).toMatchObject({ source: "fed", kind: "schema" })
    time.advance(DAY_MS)
    await calendar.refreshIfDue()
    const answer = await ask()
    expect(answer.meta.degraded).toEqual(["Only a part of the list of fed: its other events may be missing."])
    expect(answer.upcoming_7d.some(({ sources }) => sources.includes("fed"))).toBe(true)
    isBroken = false
    time.advance(7 * HOUR_MS)
    await calendar.refreshIfDue()
    expect((await ask()).meta.degraded).toEqual([])
  })

  test("has its last list served for a week", async () => {
    const { ask, faults, time } = await openFeeds()
    await ask()
    for (const name of PUBLISHERS) faults.set(name, { kind: "down" })
    time.advance(6 * DAY_MS)
    expect((await ask()).upcoming_7d.length).toBeGreaterThan(0)
    time.advance(DAY_MS + HOUR_MS)
    await expect(ask()).rejects.toThrow("No publisher")
  })

  test("has its stored list served after a restart", async () => {
    const first = await openFeeds()
    await first.ask()
    for (const name of PUBLISHERS) first.faults.set(name, { kind: "down" })
    const { calendar } = createCalendarFeeds(first.ports)
    const answer = await getEvents({}, { calendar, nowMs: first.time.clock(), mode: "sandbox" })
    expect(answer.meta.degraded).toEqual([])
    expect(calendar.status()).toMatchObject({ isFresh: true, source: PUBLISHERS.join("+") })
  })
})

test("the strict profile reads no ForexFactory, and FRED only with a key", async () => {
  const strict = await openFeeds("", { profile: "strict" })
  const answer = await strict.ask()
  expect(answer.meta.sources.map(({ name }) => name)).toEqual(["fed", "bls", "bea", "mempool", "bls-data"])
  const unpriced = answer.upcoming_7d.filter(({ kind }) => !["DIFFICULTY", "CPI", "PPI"].includes(kind))
  expect(unpriced.every(({ figures }) => figures.length === 0)).toBe(true)
  const withKey = createCalendarFeeds({ ...strict.ports, keys: { ...strict.ports.keys, fred: "key" } })
  const table = await withKey.calendar.read()
  expect(table?.value.publishers.map(({ source }) => source)).toEqual([
    "fred",
    "fed",
    "bls",
    "bea",
    "mempool",
    "bls-data",
  ])
})

test.each([
  ["CPI and PPI", BEFORE_DECISION],
  ["NFP", Date.UTC(2026, 11, 1, 12)],
  ["NFP in January", Date.UTC(2027, 0, 6, 12)],
])("the previous figures of BLS are those of ForexFactory, also in the strict profile: %s", async (_, nowMs) => {
  const previous = async (profile: "open" | "strict", faults = "") => {
    const { upcoming_7d } = await (await openFeeds(faults, { nowMs, profile })).ask()
    const own = upcoming_7d.filter(({ kind }) => ["CPI", "NFP", "PPI"].includes(kind))
    return own.flatMap(({ figures }) => figures.map(({ measure, previous: value }) => [measure, value]))
  }
  const strict = await previous("strict")
  expect(strict.length).toBeGreaterThan(0)
  expect(strict).toEqual(await previous("open"))
  expect(strict).toEqual(await previous("open", "bls-data=down"))
})

test.each(["", "fed=down"])("FRED's daily FOMC rows add no decision to a week without one (%s)", async (faults) => {
  const { ports, time } = await openFeeds(faults, { nowMs: Date.UTC(2026, 10, 16, 12) })
  const { calendar } = createCalendarFeeds({ ...ports, keys: { ...ports.keys, fred: "key" } })
  const ask = () => getEvents({}, { calendar, nowMs: time.clock(), mode: "sandbox" })
  expect((await ask()).upcoming_7d.filter(({ kind }) => kind === "FOMC")).toEqual([])
  time.set(BEFORE_DECISION)
  const decisions = (await ask()).upcoming_7d.filter(({ kind }) => kind === "FOMC")
  expect(decisions.map(({ date, time_et }) => [date, time_et])).toEqual([["2026-12-09", "14:00"]])
})
