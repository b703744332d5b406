import fc from "fast-check"
import { expect, test } from "vitest"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import type { CalendarEntry, CalendarSource, CalendarTable } from "./calendar-entry"
import { easternToMs, toEastern } from "./eastern-time"
import { kindOf } from "./event-kind"
import { mergeEvents } from "./merge-events"
import { upcomingEvents } from "./upcoming"

function entry(source: CalendarSource, title: string, date: string, time: string | null = "08:30"): CalendarEntry {
  return { source, title, when: { date, time }, impact: null }
}

function table(entries: readonly CalendarEntry[], ...ok: readonly CalendarSource[]): CalendarTable {
  return { entries, publishers: ok.map((source) => ({ source, isOk: true })) }
}

function ppiBeforeDecision(date: string) {
  const entries = [entry("bls", "Producer Price Index", date), entry("fed", "FOMC Meeting", "2026-12-09", "14:00")]
  return mergeEvents(entries).find(({ kind }) => kind === "PPI")?.importance
}

function graded(title: string, impact: CalendarEntry["impact"]) {
  return mergeEvents([{ ...entry("forexfactory", title, "2026-10-14"), impact }])[0]?.importance
}

test("08:30 in New York is 12:30 UTC in summer and 13:30 UTC in winter", () => {
  expect(new Date(easternToMs("2026-10-14", "08:30")).toISOString()).toBe("2026-10-14T12:30:00.000Z")
  expect(new Date(easternToMs("2026-12-10", "08:30")).toISOString()).toBe("2026-12-10T13:30:00.000Z")
  expect(new Date(easternToMs("2026-11-01", "08:30")).toISOString()).toBe("2026-11-01T13:30:00.000Z")
  expect(new Date(easternToMs("2026-03-08", "08:30")).toISOString()).toBe("2026-03-08T12:30:00.000Z")
})

test("New York times agree with the time zone database since 2007, in both directions", () => {
  const zone = new Intl.DateTimeFormat("sv-SE", {
    timeZone: "America/New_York",
    dateStyle: "short",
    timeStyle: "short",
  })
  const instant = fc.integer({ min: Date.UTC(2007, 0, 2) / 60_000, max: Date.UTC(2037, 0, 1) / 60_000 })
  fc.assert(
    fc.property(instant, (minutes) => {
      const { date, time } = toEastern(minutes * 60_000)
      expect(`${date} ${time}`).toBe(zone.format(minutes * 60_000))
      const back = easternToMs(date, time)
      expect([0, HOUR_MS], "the hour that occurs twice is read as its first").toContain(minutes * 60_000 - back)
    }),
    { numRuns: 300 },
  )
})

test.each([
  ["Employment Situation", "NFP"],
  ["Non-Farm Employment Change", "NFP"],
  ["ADP Non-Farm Employment Change", "ADP"],
  ["State Employment and Unemployment", "OTHER"],
  ["Consumer Price Index\n  for September 2026", "CPI"],
  ["Core CPI m/m", "CPI"],
  ["Core PCE Price Index m/m", "PCE"],
  ["Personal Income and Outlays", "PCE"],
  ["Gross Domestic Product by State", "OTHER"],
  ["GDP (Third Estimate), Industries, Corporate Profits, State GDP", "GDP"],
  ["FOMC Meeting Minutes", "FOMC_MINUTES"],
  ["FOMC Press Conference", "FOMC"],
  ["Federal Funds Rate", "FOMC"],
  ["FOMC Member Paulson Speaks", "FED_SPEECH"],
  ["Speech - Governor Christopher J. Waller", "FED_SPEECH"],
  ["Fed Chair Powell Speaks", "FED_CHAIR_SPEECH"],
  ["Speech - Chair Jerome H. Powell", "FED_CHAIR_SPEECH"],
  ["Unemployment Claims", "JOBLESS_CLAIMS"],
  ["G.17 Industrial Production and Capacity Utilization", "INDUSTRIAL_PRODUCTION"],
  ["G.5 - Foreign Exchange Rates", null],
  ["Holiday - Columbus Day", null],
  ["Chicago PMI", "OTHER"],
] as const)("%s is %s", (title, kind) => {
  expect(kindOf(title)).toBe(kind)
})

test("one decision of three publishers is one event at the statement's time", () => {
  const merged = mergeEvents([
    entry("forexfactory", "Federal Funds Rate", "2026-10-28", "14:00"),
    entry("fed", "FOMC Press Conference", "2026-10-28", "14:30"),
    entry("fed", "FOMC Meeting", "2026-10-28", "14:00"),
    entry("schedule", "FOMC Meeting", "2026-10-28", "14:00"),
  ])
  expect(merged).toEqual([
    {
      kind: "FOMC",
      name: "FOMC decision",
      date: "2026-10-28",
      time: "14:00",
      atMs: Date.UTC(2026, 9, 28, 18),
      importance: 3,
      category: "monetary_policy",
      figures: [],
      sources: ["fed", "forexfactory", "schedule"],
      notionalUsd: null,
    },
  ])
})

test("a date of one publisher is merged with another publisher's time", () => {
  const [event] = mergeEvents([
    entry("fred", "Retail Sales", "2026-10-15", null),
    entry("forexfactory", "Retail Sales m/m", "2026-10-15"),
  ])
  expect(event).toMatchObject({ time: "08:30", sources: ["fred", "forexfactory"] })
})

test("figures keep their measure, and figures without a measure are dropped", () => {
  const told = (title: string, forecast: string | null, previous: string | null) => ({
    ...entry("forexfactory", title, "2026-10-14"),
    figures: { forecast, previous },
  })
  const [event] = mergeEvents([
    entry("bls", "Consumer Price Index", "2026-10-14"),
    told("CPI m/m", "0.3%", "0.2%"),
    told("Core CPI m/m", null, "0.3%"),
    told("CPI y/y", null, null),
  ])
  expect(event?.figures).toEqual([
    { measure: "CPI m/m", forecast: "0.3%", previous: "0.2%" },
    { measure: "Core CPI m/m", forecast: null, previous: "0.3%" },
  ])
})

test("an instant just after midnight UTC belongs to the day before in New York", () => {
  const late = { ...entry("forexfactory", "CPI", "x"), when: { atMs: Date.UTC(2026, 9, 15, 1) } }
  expect(mergeEvents([late])[0]).toMatchObject({ date: "2026-10-14", time: "21:00" })
})

test("the official publisher's date replaces other dates within ten days", () => {
  const merged = mergeEvents([
    entry("bls", "Consumer Price Index", "2026-10-24"),
    entry("fred", "Consumer Price Index", "2026-10-15"),
    entry("fred", "Consumer Price Index", "2026-11-12"),
  ])
  expect(merged.map(({ date }) => date)).toEqual(["2026-10-24", "2026-11-12"])
})

test("PPI is high impact two days before a decision, and not three days before", () => {
  expect(ppiBeforeDecision("2026-12-07")).toBe(3)
  expect(ppiBeforeDecision("2026-12-06")).toBe(2)
  expect(ppiBeforeDecision("2026-12-10")).toBe(2)
})

test("a publisher's grade can raise an event's importance and not lower it", () => {
  expect(graded("CPI y/y", "low")).toBe(3)
  expect(graded("Pending Home Sales m/m", "medium")).toBe(2)
  expect(graded("Unemployment Claims", "high")).toBe(3)
})

test("the warning counts down to the next high-impact event within 48 hours", () => {
  const events = table([entry("fed", "FOMC Meeting", "2026-12-09", "14:00")], "fed", "bls")
  const warning = (nowMs: number) => upcomingEvents(events, nowMs)?.warning
  const at = Date.UTC(2026, 11, 9, 19)
  expect(warning(at - 21 * HOUR_MS)).toBe("FOMC decision in 21h (2026-12-09 19:00 UTC): expect volatility.")
  expect(warning(at - 20 * 60_000)).toBe("FOMC decision in 20 min (2026-12-09 19:00 UTC): expect volatility.")
  expect(warning(at - 48 * HOUR_MS - 1)).toBe("No high-impact event in the next 48h.")
  expect(warning(at + 1)).toBe("No high-impact event in the next 48h.")
  const dayOnly = table([entry("fred", "Consumer Price Index", "2026-12-10", null)], "fed", "fred")
  expect(upcomingEvents(dayOnly, at)?.warning).toBe("CPI on 2026-12-10 (time not published): expect volatility.")
})

test("the warning names all events at the same time", () => {
  const at = Date.UTC(2026, 10, 25, 13, 30)
  const due = ["PCE", "GDP q/q", "CPI m/m"].map((title, index) => {
    return { ...entry("forexfactory", title, "2026-11-25", index < 2 ? "08:30" : "10:00"), impact: "high" as const }
  })
  const warning = (entries: readonly CalendarEntry[], nowMs: number) =>
    upcomingEvents(table(entries, "fed", "bls"), nowMs)?.warning
  const moment = "in 38h (2026-11-25 13:30 UTC): expect volatility."
  expect(warning(due, at - 38 * HOUR_MS)).toBe(`GDP and PCE price index ${moment}`)
  const claims = { ...entry("forexfactory", "Unemployment Claims", "2026-11-25", "08:30"), impact: "high" as const }
  expect(warning([...due, claims], at - 38 * HOUR_MS)).toBe(`GDP, Jobless claims and PCE price index ${moment}`)
})

test("the week is seven days, and a day without a time lasts until it ends in New York", () => {
  const events = table([entry("bls", "CPI", "2026-10-14"), entry("fred", "Chicago PMI", "2026-10-14", null)], "bls")
  const names = (nowMs: number) => upcomingEvents(events, nowMs)?.week.map(({ name }) => name)
  const at = Date.UTC(2026, 9, 14, 12, 30)
  expect(names(at)).toEqual(["CPI", "Chicago PMI"])
  expect(names(at + 1)).toEqual(["Chicago PMI"])
  expect(names(Date.UTC(2026, 9, 15, 3, 59))).toEqual(["Chicago PMI"])
  expect(names(Date.UTC(2026, 9, 15, 4))).toEqual([])
  expect(names(at - 7 * DAY_MS)).toEqual(["CPI", "Chicago PMI"])
  expect(names(at - 7 * DAY_MS - 1)).toEqual(["Chicago PMI"])
})

test("options expire on the last Friday at 08:00 UTC, with high impact at a quarter's end", () => {
  const expiries = (nowMs: number) => {
    const week = upcomingEvents(table([], "bls", "fed"), nowMs)?.week ?? []
    return week.map(({ kind, atMs, importance, category }) => [kind, atMs, importance, category])
  }
  const december = Date.UTC(2026, 11, 25, 8)
  expect(expiries(Date.UTC(2026, 10, 23))).toEqual([["OPTIONS_EXPIRY", Date.UTC(2026, 10, 27, 8), 1, "crypto"]])
  expect(expiries(december)).toEqual([["OPTIONS_EXPIRY", december, 2, "crypto"]])
  expect(expiries(december + 1)).toEqual([])
  expect(expiries(Date.UTC(2027, 0, 25))).toEqual([["OPTIONS_EXPIRY", Date.UTC(2027, 0, 29, 8), 1, "crypto"]])
})

test("the shipped FOMC days are used only when the Fed's list is missing or has ended", () => {
  const nowMs = Date.UTC(2026, 11, 8)
  const until = (untilMs: number): CalendarTable => ({
    entries: [],
    publishers: [
      { source: "bls", isOk: true },
      { source: "fed", isOk: true, untilMs },
    ],
  })
  expect(upcomingEvents(until(nowMs + HOUR_MS), nowMs)?.week.map(({ sources }) => sources)).toEqual([["schedule"]])
  expect(upcomingEvents(until(nowMs + 3 * DAY_MS), nowMs)?.week).toEqual([])
  expect(upcomingEvents(table([], "bls"), nowMs)?.week.map(({ sources }) => sources)).toEqual([["schedule"]])
  expect(upcomingEvents(table([], "bls", "fed"), nowMs)?.week).toEqual([])
})

test("without a publisher of data releases the shipped schedule covers CPI and NFP up to its horizon", () => {
  const nowMs = Date.UTC(2026, 11, 4, 9)
  const silent: CalendarTable = {
    entries: [],
    publishers: [
      { source: "bls", isOk: false },
      { source: "fed", isOk: true },
    ],
  }
  const upcoming = upcomingEvents(silent, nowMs)
  expect(upcoming?.week.map(({ kind, date, sources }) => [kind, date, sources])).toEqual([
    ["NFP", "2026-12-04", ["schedule"]],
    ["CPI", "2026-12-10", ["schedule"]],
  ])
  expect(upcoming?.scheduleUntilMs).toBe(Date.UTC(2027, 0, 1, 5))
  expect(upcomingEvents(silent, Date.UTC(2026, 11, 30, 6))).toBeNull()
  expect(upcomingEvents({ ...silent, publishers: [{ source: "bls", isOk: false }] }, nowMs)).toBeNull()
})

test("the warning names a missing publisher of high-impact events", () => {
  const nowMs = Date.UTC(2026, 10, 16)
  const warning = (...publishers: CalendarTable["publishers"]) =>
    upcomingEvents({ entries: [], publishers }, nowMs)?.warning
  expect(warning({ source: "bls", isOk: false }, { source: "fed", isOk: true })).toBe(
    "No high-impact event is listed for the next 48h, but the calendar of BLS could not be read.",
  )
  expect(warning({ source: "bea", isOk: false }, { source: "bls", isOk: true })).toContain("BEA")
  expect(warning({ source: "bls", isOk: false }, { source: "fred", isOk: true })).toBe(
    "No high-impact event in the next 48h.",
  )
})

test("without a publisher of data releases the calendar is unavailable", () => {
  expect(upcomingEvents(table([entry("fed", "FOMC Meeting", "2026-12-09")], "fed", "bea"), 0)).toBeNull()
})

test("a list that ends within 48 hours does not count as complete, and its end is reported", () => {
  const nowMs = Date.UTC(2026, 10, 20)
  const until = (hours: number): CalendarTable => ({
    entries: [],
    publishers: [{ source: "forexfactory", isOk: true, untilMs: nowMs + hours * HOUR_MS }],
  })
  expect(upcomingEvents(until(47), nowMs)).toBeNull()
  expect(upcomingEvents(until(48), nowMs)?.shortLists).toEqual([])
  const both = { entries: [], publishers: [...until(47).publishers, { source: "bls" as const, isOk: true }] }
  expect(upcomingEvents(both, nowMs)?.shortLists).toEqual([{ source: "forexfactory", untilMs: nowMs + 47 * HOUR_MS }])
})

test("the order of entries does not matter", () => {
  const some = fc.array(
    fc.record({
      source: fc.constantFrom<CalendarSource>("fed", "bls", "fred", "forexfactory"),
      title: fc.constantFrom(
        "CPI",
        "Core CPI m/m",
        "FOMC Meeting",
        "PPI",
        "Chicago PMI",
        "chicago pmi ",
        "Other thing",
      ),
      day: fc.integer({ min: 1, max: 28 }),
      time: fc.constantFrom("08:30", "14:00", null),
      impact: fc.constantFrom<CalendarEntry["impact"]>("high", "low", null),
    }),
    { maxLength: 12 },
  )
  const toEntry = ({
    source,
    title,
    day,
    time,
    impact,
  }: typeof some extends fc.Arbitrary<(infer T)[]> ? T : never) => ({
    ...entry(source, title, `2026-10-${String(day).padStart(2, "0")}`, time),
    impact,
  })
  fc.assert(
    fc.property(some, (raw) => {
      const entries = raw.map(toEntry)
      const merged = mergeEvents(entries)
      expect(mergeEvents(entries.toReversed())).toEqual(merged)
      const keys = merged.map(({ kind, name, date }) => `${date} ${kind} ${name.toLowerCase()}`)
      expect(new Set(keys).size).toBe(keys.length)
    }),
  )
})

test("an instant keeps its New York date when the UTC date differs", () => {
  const atMs = Date.parse("2026-11-25T19:30:00-05:00")
  const late: CalendarEntry = { title: "Beige Book", source: "fed", when: { atMs }, impact: null }
  expect(mergeEvents([late])[0]).toMatchObject({ date: "2026-11-25", time: "19:30", atMs })
})

test("08:30 in New York is 13:30 UTC on the day on which the clocks change", () => {
  expect(mergeEvents([entry("bls", "CPI", "2026-11-01")])[0]?.atMs).toBe(Date.UTC(2026, 10, 1, 13, 30))
})
