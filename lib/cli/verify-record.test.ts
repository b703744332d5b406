import { describe, expect, test } from "vitest"
import { z } from "zod"
import { toJsonLines } from "@/lib/domain/track-record/export-record"
import { sealedHistory } from "@/lib/testing/record/sealed-history"
import { recordContract } from "@/lib/api/record"
import { createMemorySealedStore, createMemoryOutcomeStore } from "@/lib/testing/record/sealed-store"
import { getRecord } from "@/lib/usecases/get-record"
import { checkOutcomes } from "./check-outcomes"
import { fetchRecord, toFile } from "./fetch-record"
import { describeOutcomes, describeVerdict, verifyFile } from "./verify-record"

const history = sealedHistory({ days: 3, seed: 5 })
/** More than one page. */
const long = sealedHistory({ days: 40, seed: 6 })
const text = toJsonLines(history.records, history.endMs)
const head = history.records.at(-1)?.hash ?? ""

test("an exported record verifies, also against its head", () => {
  expect(describeVerdict(verifyFile(text)).valid).toBe(true)
  expect(describeVerdict(verifyFile(text, head))).toEqual({
    valid: true,
    text: `54 records hold, 39 of them revealed. Head: ${head}\nThe head you gave is record 54 of it.`,
  })
})

test("an earlier head is found in a chain that grew", () => {
  const earlier = history.records[29]?.hash ?? ""
  const { valid, text: words } = describeVerdict(verifyFile(text, earlier))
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
  expect(describeVerdict(verifyFile(changed))).toEqual({ valid: false, text: message })
})

test("an empty file is a valid record with 0 records", () => {
  expect(describeVerdict(verifyFile("")).text).toContain("0 records hold")
})

describe("the chain of a service", () => {
  const ports = {
    sealed: createMemorySealedStore(long.records),
    outcomes: createMemoryOutcomeStore(long.outcomes),
    nowMs: long.endMs,
  }
  const service: typeof fetch = async (input) => {
    const after = Number(new URL(new Request(input).url).searchParams.get("after"))
    return Response.json(recordContract.response.parse(await getRecord({ after }, ports)))
  }

  test("is fetched in pages, verifies and equals the service's file", async () => {
    const records = await fetchRecord("https://signal402.example/api", service)
    expect(records.map(({ seq }) => seq)).toEqual(long.records.map((_, index) => index + 1))
    expect(toFile(records)).toBe(toJsonLines(long.records, long.endMs))
    expect(describeVerdict(verifyFile(toFile(records), long.records.at(-1)?.hash ?? null)).valid).toBe(true)
  })

  test("has only time and coin of an open call", async () => {
    const records = await fetchRecord("https://signal402.example/api", service)
    const open = records.filter(({ decided_at: at }) => Date.parse(at) + 86_400_000 > long.endMs)
    expect(open.length).toBeGreaterThan(0)
    for (const { facts, nonce, outcomes } of open) expect([facts, nonce, outcomes]).toEqual([null, null, []])
  })

  test("has outcomes that follow from their records; a changed outcome is named", async () => {
    const records = await fetchRecord("https://signal402.example/api", service)
    expect(checkOutcomes(records).faults).toEqual([])
    const [first, ...rest] = records
    const [outcome] = first?.outcomes ?? []
    if (first === undefined || outcome === undefined) throw new Error("the first call is settled")
    const bent = (change: Partial<typeof outcome>) => [{ ...first, outcomes: [{ ...outcome, ...change }] }, ...rest]
    expect(describeOutcomes(bent({ entry_price: 1 })).text).toContain("its entry is not the sealed price")
    expect(describeOutcomes(bent({ exit_time: first.decided_at })).valid).toBe(false)
  })

  test("does not count a call whose exit price is hours late, as in /stats", async () => {
    const records = await fetchRecord("https://signal402.example/api", service)
    const late = records.map((record) => ({
      ...record,
      outcomes: record.outcomes.map((outcome) => ({
        ...outcome,
        exit_time: new Date(Date.parse(outcome.exit_time) + 3 * 3_600_000).toISOString(),
      })),
    }))
    expect(checkOutcomes(records).winCounts[0]?.calls).toBeGreaterThan(0)
    expect(checkOutcomes(late).winCounts.map(({ calls }) => calls)).toEqual([0, 0])
  })

  test("is refused with an error when its pages repeat", async () => {
    const circles = async (...call: Parameters<typeof fetch>) => {
      const page = z.looseObject({}).parse(await (await service(...call)).json())
      return Response.json({ ...page, next_after: 0 })
    }
    await expect(fetchRecord("https://signal402.example/api", circles)).rejects.toThrow("leads in circles")
  })
})
