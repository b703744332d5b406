import { expect, test } from "vitest"
import { RECORD_PAGE, recordContract } from "@/lib/endpoints/record/contract"
import { recordAnchorsContract } from "@/lib/endpoints/record-anchors/contract"
import type { SealedSignal } from "@/lib/domain/track-record/sealed-signal"
import { NOTHING_PROVEN } from "@/lib/domain/track-record/proof"
import { createMemorySealedStore, createMemoryOutcomeStore, testSha256 } from "@/tools/testing/record/sealed-store"
import { sealedHistory } from "@/tools/testing/record/sealed-history"
import { getRecord } from "@/lib/endpoints/record/answer"
import { sha256 } from "./sha256"
import { type VerificationProgress, verifyRecordPages } from "./verify-record-pages"

const history = sealedHistory({ days: 70, seed: 5 })
const outcomes = createMemoryOutcomeStore(history.outcomes)

/** A service whose pages are modified by `change`. */
function serviceOf(records: readonly SealedSignal[], change: (page: Page) => unknown = (page) => page) {
  const sealed = createMemorySealedStore(records)
  return async (path: string) => {
    const after = Number(new URL(path, "https://host").searchParams.get("after"))
    const page = await getRecord(
      { after },
      { sealed, outcomes, proof: async () => NOTHING_PROVEN, maySell: () => true, nowMs: history.endMs },
    )
    return Response.json(change(recordContract.response.parse(JSON.parse(JSON.stringify(page)))))
  }
}

type Page = Awaited<ReturnType<typeof getRecord>>

function verify(
  fetch: (path: string) => Promise<Response>,
  options: { readonly signal?: AbortSignal; readonly noted?: string } = {},
) {
  const seen: VerificationProgress[] = []
  const { signal = new AbortController().signal, noted = null } = options
  const outcome = verifyRecordPages({ fetch, sha256, noted, signal, onProgress: (progress) => seen.push(progress) })
  return outcome.then((outcome) => ({ outcome, seen }))
}

test("the synchronous hash equals SHA-256", () => {
  for (const text of ["", "abc", "€ 1,20 – ∞", "x".repeat(10_000)]) expect(sha256(text)).toBe(testSha256(text))
})

test("the whole chain is read page by page, and its head equals the published one", async () => {
  const { outcome, seen } = await verify(serviceOf(history.records))
  const { length } = history.records
  const revealed = history.records.filter(({ facts }) => facts.decisionTimeMs + 86_400_000 <= history.endMs).length
  expect(length).toBeGreaterThan(2 * RECORD_PAGE)
  expect(outcome).toEqual({
    kind: "whole",
    records: length,
    revealed,
    withheld: 0,
    headHash: history.records.at(-1)?.hash,
  })
  expect(seen).toEqual([500, 1000, length].map((done) => ({ done, total: length })))
})

test("anchored heads are found in the chain, and an anchored head of another chain is reported", async () => {
  const pages = serviceOf(history.records)
  const withAnchors = (heads: readonly string[]) => async (path: string) => {
    if (path !== "/api/record/anchors") return pages(path)
    const { anchors, ...rest } = recordAnchorsContract.example
    return Response.json({ ...rest, anchors: heads.map((head) => ({ ...anchors[0], head })) })
  }
  const transaction = recordAnchorsContract.example.anchors[0]?.transaction
  const heads = [1199, 899].map((index) => history.records[index]?.hash ?? "")
  expect((await verify(withAnchors(heads))).outcome).toMatchObject({
    kind: "whole",
    anchored: { count: 2, newestPlace: 1200, newestTransaction: transaction },
  })
  const foreign = await verify(withAnchors([...heads, "f".repeat(64)]))
  expect(foreign.outcome).toEqual({ kind: "anchor-missing", transaction })
  expect((await verify(withAnchors([]))).outcome).not.toHaveProperty("anchored")
})

test("a saved head is found in a longer chain, and not in a truncated chain", async () => {
  const noted = history.records[899]?.hash ?? ""
  expect((await verify(serviceOf(history.records), { noted })).outcome).toMatchObject({
    kind: "whole",
    notedAt: 900,
  })
  const cut = serviceOf(history.records.slice(0, 899))
  expect((await verify(cut, { noted })).outcome).toEqual({ kind: "noted-missing", records: 899 })
})

test("an empty chain is valid", async () => {
  expect((await verify(serviceOf([]))).outcome).toMatchObject({ kind: "whole", records: 0 })
})

test("one changed byte on the second page is detected there", async () => {
  const forged = serviceOf(history.records, (page) => ({
    ...page,
    records: page.records.map((row) =>
      row.seq === 700 && row.facts !== null ? { ...row, facts: { ...row.facts, priceUsd: 1 } } : row,
    ),
  }))
  const { outcome, seen } = await verify(forged)
  expect(outcome).toMatchObject({ kind: "broken", fault: { index: 699, reason: "wrong_commitment" } })
  expect(seen).toHaveLength(1)
})

test("a removed record breaks the chain, and a withheld record is reported", async () => {
  const leftOut = serviceOf(history.records, (page) => ({
    ...page,
    records: page.records.filter(({ seq }) => seq !== 20),
  }))
  expect((await verify(leftOut)).outcome).toMatchObject({ kind: "broken", fault: { index: 19, reason: "broken_link" } })
  const withheld = serviceOf(history.records, (page) => ({
    ...page,
    records: page.records.map((row) => (row.seq === 20 ? { ...row, facts: null, nonce: null, outcomes: [] } : row)),
  }))
  expect((await verify(withheld)).outcome).toMatchObject({ kind: "broken", fault: { index: 19, reason: "withheld" } })
})

test("a chain whose head differs from the stated one is reported", async () => {
  const stated = "ab".repeat(32)
  const service = serviceOf(history.records, (page) => ({
    ...page,
    integrity: { ...page.integrity, head_hash: stated },
  }))
  expect((await verify(service)).outcome).toMatchObject({ kind: "another-head", stated })
})

test("a service that does not answer, fails or repeats pages is reported as a service failure", async () => {
  const silent = async (path: string) => {
    if (path.endsWith("=500")) throw new TypeError("offline")
    return serviceOf(history.records)(path)
  }
  expect((await verify(silent)).outcome).toMatchObject({ kind: "failed", status: null, done: 500 })
  const down = async () => Response.json({ title: "down" }, { status: 503 })
  expect((await verify(down)).outcome).toEqual({ kind: "failed", status: 503, done: 0, total: 0 })
  const repeatedPage = serviceOf(history.records, (page) => ({ ...page, next_after: 0 }))
  expect((await verify(repeatedPage)).outcome).toMatchObject({ kind: "failed", done: 500 })
})

test("an aborted check reports its progress", async () => {
  const controller = new AbortController()
  const service = serviceOf(history.records)
  const { outcome } = await verify(
    async (path) => {
      if (path.endsWith("=500")) controller.abort()
      return service(path)
    },
    { signal: controller.signal },
  )
  expect(outcome).toEqual({ kind: "stopped", done: 500, total: history.records.length })
})
