import { describe, expect, test } from "vitest"
import { recordContract } from "@/lib/endpoints/record/contract"
import { recordInputsContract } from "@/lib/endpoints/record-inputs/contract"
import { toJsonLines } from "@/lib/domain/track-record/export-record"
import { NOTHING_PROVEN } from "@/lib/domain/track-record/proof"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { createMemoryOutcomeStore, createMemorySealedStore } from "@/tools/testing/record/sealed-store"
import { honestService, relinked, serve, verifyTampered } from "./verified-service"
import { getRecord } from "@/lib/endpoints/record/answer"
import { describeRates, winCountsOf } from "./check-rates"
import { fetchRecord, toFile } from "./fetch-record"
import { describeVerdict, verifyFile } from "./verify-record-file"

const honest = honestService()
const { records, endMs } = honest
const text = toJsonLines(records, endMs)
const head = records.at(-1)?.hash ?? ""

const indexOf = ({ id }: { readonly id: string }) => records.findIndex(({ facts }) => facts.id === id)
const honestWith = (changed: typeof records) => ({ ...honest, records: changed, onChain: [], listed: [] })

/** A service that publishes no inputs. */
const withoutInputs: typeof fetch = async (input, init) => {
  const response = await serve(honest)(input, init)
  if (!new Request(input).url.includes("/record/inputs")) return response
  const body = recordInputsContract.response.parse(await response.json())
  return Response.json({ ...body, inputs: null, reason: "licence" })
}

test("an exported record verifies, also against its head", () => {
  expect(describeVerdict(verifyFile(text)).valid).toBe(true)
  expect(describeVerdict(verifyFile(text, head))).toEqual({
    valid: true,
    text: `162 records hold, 147 of them revealed. Head: ${head}\nThe head you gave is record 162 of it.`,
  })
})

test("an earlier head is found in a chain that grew", () => {
  const { valid, text: words } = describeVerdict(verifyFile(text, records[29]?.hash ?? ""))
  expect(valid).toBe(true)
  expect(words).toContain("The head you gave is record 30 of it.")
})

test("a removed last line is detected by the head", () => {
  const shorter = text.trimEnd().split("\n").slice(0, -1).join("\n")
  expect(describeVerdict(verifyFile(shorter)).valid).toBe(true)
  expect(describeVerdict(verifyFile(shorter, head)).valid).toBe(false)
})

test.each([
  ["a changed time", text.replace('"sealedAtMs":', '"sealedAtMs":1'), "Broken at line 1: wrong commitment."],
  ["an extra space", text.replace(",", ", "), "Broken at line 1: malformed line."],
  ["an extra field", text.replace("{", '{"a":1,'), "Broken at line 1: malformed line."],
  ["a removed line", text.split("\n").slice(1).join("\n"), "Broken at line 1: broken link."],
  ["text without JSON", "hello", "Broken at line 1: malformed line."],
])("%s is detected", (_, changed, message) => {
  const { valid, text: words } = describeVerdict(verifyFile(changed))
  expect([valid, words]).toEqual([false, expect.stringContaining(message)])
})

test("an empty file is a valid record with 0 records", () => {
  expect(describeVerdict(verifyFile("")).text).toContain("0 records hold")
})

describe("the record of a service", () => {
  const api = "https://signal402.example/api"

  test("is fetched in pages, equals the service's file, and has only time and coin of an open call", async () => {
    const ports = {
      sealed: createMemorySealedStore([...records, ...records, ...records, ...records]),
      outcomes: createMemoryOutcomeStore(honest.outcomes),
      proof: async () => NOTHING_PROVEN,
      maySell: () => true,
      nowMs: endMs,
    }
    const service: typeof fetch = async (input) => {
      const after = Number(new URL(new Request(input).url).searchParams.get("after"))
      return Response.json(recordContract.response.parse(await getRecord({ after }, ports)))
    }
    const pages = await fetchRecord(api, service)
    expect(pages.map(({ seq }) => seq)).toEqual(Array.from({ length: 4 * records.length }, (_, index) => index + 1))
    const fetched = pages.slice(0, records.length)
    expect(toFile(fetched)).toBe(text)
    const open = fetched.filter(({ decided_at: at }) => Date.parse(at) + 86_400_000 > endMs)
    expect(open.length).toBeGreaterThan(0)
    for (const { facts, nonce, outcomes } of open) expect([facts, nonce, outcomes]).toEqual([null, null, []])
    const circles: typeof fetch = async (...call) => {
      const page: unknown = await (await service(...call)).json()
      return Response.json({ ...recordContract.response.parse(page), next_after: 0 })
    }
    await expect(fetchRecord(api, circles)).rejects.toThrow("leads in circles")
  })

  test("counts no call whose exit price is hours late, as in /stats", async () => {
    const fetched = await fetchRecord(api, serve(honest))
    const late = fetched.map((record) => ({
      ...record,
      outcomes: record.outcomes.map((outcome) => ({
        ...outcome,
        exit_time: new Date(Date.parse(outcome.exit_time) + 3 * 3_600_000).toISOString(),
      })),
    }))
    const none = new Set<string>()
    const unchecked = { sameCalls: none, rightPrices: none, disputedOutcomes: none }
    expect(winCountsOf(fetched, unchecked)[1]?.calls).toBeGreaterThan(0)
    expect(winCountsOf(late, unchecked).map(({ calls }) => calls)).toEqual(Array.from({ length: 8 }, () => 0))
  })

  test("verifies when nobody has touched it, says how many records are proven, and what was not checked", async () => {
    const { valid, text: words } = await verifyTampered(honest)
    expect(words).not.toContain("✕")
    expect(valid).toBe(true)
    expect(words).toContain("Proven in time by 9 anchors on eip155:8453: 147 of 147 before their 24h outcome")
    expect(words).toContain("Open: 15 calls of the last day")
    expect(words).toContain(
      "Not checked: 147 calls were not made again, first BTC-2026-01-01T00:00:00.000Z: made by method test-1",
    )
    expect(words).toMatch(/Not checked: the prices of \d+ outcomes are in no candle that was read/)
  })

  test("counts no call of a record that was replayed at its start, neither in the answer nor by the chain", async () => {
    const replayed = relinked(records, (facts) => ({ ...facts, sealedAtMs: endMs }))
    const [anchor] = honest.onChain
    if (anchor === undefined) throw new Error("The history has anchors.")
    const onChain = [{ ...anchor, head: replayed.at(-1)?.hash ?? "", timeMs: endMs + 60_000 }]
    const fresh = { ...honest, records: replayed, onChain, listed: onChain }
    const page = recordContract.response.parse(await (await serve(fresh)(`${api}/record?after=0`)).json())
    expect(page.integrity.proof).toMatchObject({ proven_in_time: 0, of: 0 })
    const { text: words } = await verifyTampered(fresh)
    expect(words).toContain("0 of 0 before their 24h outcome, 0 of 0 before their 7d outcome. The others")
    expect(words).toContain("Open: 15 calls")
  })

  test("states rates of checked calls, and apart from them those of calls that were not", async () => {
    const fetched = await fetchRecord(api, serve(honest))
    const checked = fetched.flatMap(({ id, outcomes }) => outcomes.map(({ horizon }) => `${id} ${horizon}`))
    const sealed = new Map(honest.records.map(({ facts }) => [facts.id, facts]))
    const callsOf = (some: typeof fetched) => new Map([...sealed].filter(([id]) => some.some((one) => one.id === id)))
    const all = {
      sameCalls: callsOf(fetched),
      rightPrices: new Set(checked),
      disputedOutcomes: new Set<string>(),
      questionOutcomes: [],
    }
    const whole = describeRates(fetched, all).text
    expect(whole).toMatch(/^24h, live: \d+ of \d+ directional calls won, each made again/)
    expect(whole).not.toMatch(/not checked|not proven/)
    const half = describeRates(fetched, { ...all, sameCalls: callsOf(fetched.slice(60)) }).text
    expect(half).toMatch(/24h, live, not checked: \d+ of \d+ directional calls won, by the service's word alone/)
    expect(half).toMatch(/24h, live: \d+ of \d+ calls were not checked: the rates above are not proven/)
    const inputless = await verifyTampered({ ...honest, hours: () => [] }, { get: withoutInputs })
    expect(inputless.valid).toBe(true)
    expect(inputless.text).toContain("No price could be checked: the service's outcomes give no rate.")
    expect(inputless.text).not.toContain("directional calls won")
    expect(inputless.text).toContain("24h, live: no call was checked, so there is no rate.")
  })

  test("passes over older versions of the method, and not over names of versions that come and go", async () => {
    const named = (isOld: (index: number) => boolean) =>
      honestWith(
        relinked(records, (facts) => ({ ...facts, methodVersion: isOld(indexOf(facts)) ? "0.9.9" : "test-1" })),
      )
    const upgraded = await verifyTampered(named((index) => index < 80))
    expect([upgraded.valid, upgraded.text]).toEqual([true, expect.not.stringContaining("✕")])
    const mixed = await verifyTampered(named((index) => index % 9 === 0))
    expect([mixed.valid, mixed.text]).toEqual([false, expect.stringContaining("version changes back")])
  })

  test("proves nothing without a node, and does not pass when the node does not answer", async () => {
    const none = await verifyTampered(honest, { readChain: null })
    expect([none.valid, none.text]).toEqual([true, expect.stringContaining("none of 162 records is proven in time")])
    const away = await verifyTampered(honest, { readChain: () => Promise.reject(new Error("down")) })
    expect([away.valid, away.text]).toEqual([false, expect.stringContaining("no record is proven: down")])
  })
})

test("what rests on candles that no sealed call binds is named", async () => {
  const { valid, text: said } = await verifyTampered(honest)
  expect(valid).toBe(true)
  expect(said).toContain("Not checked: the paper account and the arena.")
})

test("a replay before the first call in time passes", async () => {
  const replayedUntilMs = (records[0]?.facts.decisionTimeMs ?? 0) + 3 * DAY_MS
  const begun = relinked(records, (facts) => ({
    ...facts,
    sealedAtMs: Math.max(facts.sealedAtMs, replayedUntilMs - 5 * HOUR_MS),
  }))
  const { text } = await verifyTampered(honestWith(begun))
  expect(text).toContain("24h, replayed: ")
  expect(text).not.toContain("✕")
})
