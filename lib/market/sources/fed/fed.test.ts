import { expect, test } from "vitest"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureText, providerFixtures } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { createFedSource } from "./client"

const FILE = fixtureText("lib/market/sources/fed/fixtures/calendar_shape.json")
const PAGE = fixtureText("lib/market/sources/fed/fixtures/fomccalendars_shape.html")
const startMs = Date.UTC(2026, 9, 2, 12)

function fed(file: string, page = "", nowMs = startMs) {
  const provider = createFakeProvider(({ url }) => ({ body: url.endsWith(".json") ? file : page }), { startMs: nowMs })
  return createFedSource({ http: provider.http, clock: provider.time.clock })
}

test("a meeting's decision is on its last day, a list of days is several releases, times are New York's", async () => {
  const { entries, droppedRows } = await fed(FILE).calendar()
  expect(droppedRows).toBe(0)
  expect(entries.map(({ title, when }) => [title, when])).toEqual([
    ["FOMC Minutes", { date: "2026-10-07", time: "14:00" }],
    ["Speech - Governor Alex Example", { date: "2026-10-08", time: "04:30" }],
    ["FOMC Meeting", { date: "2026-10-28", time: "14:00" }],
    ["FOMC Press Conference", { date: "2026-10-28", time: "14:30" }],
    ["H.4.1 - Factors Affecting Reserve Balances", { date: "2026-10-01", time: "16:30" }],
    ["H.4.1 - Factors Affecting Reserve Balances", { date: "2026-10-08", time: "16:30" }],
    ["G.20 - Finance Companies", { date: "2026-10-30", time: null }],
    ["Beige Book", { date: "2026-11-25", time: "12:30" }],
  ])
})

test("a meeting can end in the next month, and a day that does not exist is dropped", async () => {
  const days = (text: string) => fed(FILE.replace('"27-28"', `"${text}"`)).calendar()
  const whenOf = (list: Awaited<ReturnType<typeof days>>) => list.entries.find((e) => e.title === "FOMC Meeting")?.when
  expect(whenOf(await days("31-1"))).toEqual({ date: "2026-11-01", time: "14:00" })
  const odd = await days("35")
  expect([whenOf(odd), odd.droppedRows]).toEqual([undefined, 1])
})

test("calendar() fails for a broken file, even when the meetings page is readable", async () => {
  await expect(fed("<html>Down</html>", PAGE).calendar()).rejects.toMatchObject({ kind: "upstream_text_error" })
  expect((await fed(FILE).calendar()).isPartial).toBeUndefined()
})

test("fallbackCalendar() reads the meetings page as a partial list, without notation votes", async () => {
  const read = async (nowMs: number) => {
    const { entries, isPartial } = await fed("", PAGE, nowMs).fallbackCalendar()
    expect(isPartial).toBe(true)
    return entries
  }
  expect((await read(startMs)).map(({ when }) => when)).toEqual([{ date: "2026-10-28", time: "14:00" }])
  const december = await read(Date.UTC(2026, 10, 20))
  expect(december.map(({ when }) => when)).toEqual([{ date: "2026-12-09", time: "14:00" }])
  const may = await read(Date.UTC(2024, 3, 20))
  expect(may.map(({ when }) => when)).toEqual([{ date: "2024-05-01", time: "14:00" }])
})

test("a list that ends before now is stale, from the file and from the page", async () => {
  const late = fed(FILE, PAGE, Date.UTC(2027, 0, 1))
  await expect(late.calendar()).rejects.toMatchObject({ kind: "stale" })
  await expect(late.fallbackCalendar()).rejects.toMatchObject({ kind: "stale" })
})

test("any answer gives data or a source error", async () => {
  await expectOnlySourceErrors((http, clock) => createFedSource({ http, clock }).calendar())
  await expectOnlySourceErrors((http, clock) => createFedSource({ http, clock }).fallbackCalendar())
})

test("every row of the fixture is read", async () => {
  for (const path of providerFixtures("fed", /\.json$/)) {
    const { entries, droppedRows } = await fed(fixtureText(path)).calendar()
    expect(droppedRows).toBe(0)
    expect(entries.some(({ title }) => title === "FOMC Meeting")).toBe(true)
  }
})
