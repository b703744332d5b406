import { expect, test } from "vitest"
import { recordExample } from "@/lib/api/record-example"
import { withAnchor } from "@/lib/chain/record-anchor"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { type Anchor, type AnchoringBlock, checkAnchors } from "./check-anchors"

const START_MS = Date.UTC(2026, 10, 20)
const hashOf = (n: number) => n.toString(16).padStart(64, "0")

/** Ten calls, four hours apart. */
const records = Array.from({ length: 10 }, (_, index) => ({
  ...recordExample.records[0],
  seq: index + 1,
  hash: hashOf(index + 1),
  decided_at: new Date(START_MS + 4 * index * HOUR_MS).toISOString(),
})) as unknown as Parameters<typeof checkAnchors>[1]

const anchorOf = (place: number): Anchor => ({
  head: hashOf(place),
  transaction: `0x${hashOf(100 + place)}`,
  block: place,
  seen_at: "2026-11-21T00:00:00.000Z",
})

const blockAt =
  (timeMs: number) =>
  async ({ head }: Anchor): Promise<AnchoringBlock> => ({ input: withAnchor("0x82ad56cb", head), timeMs })

test("records that are anchored before their first outcome are counted once", async () => {
  // The seventh call is decided at 24:00, so the first call's outcome is known by then.
  const report = await checkAnchors([anchorOf(7), anchorOf(3)], records, blockAt(START_MS + 24 * HOUR_MS))
  expect(report).toEqual({ faults: [], anchors: 2, provenInTime: 6 })
})

test("an anchor of another chain, without a block, or with another head in its call data is a fault", async () => {
  const foreign = { ...anchorOf(3), head: "f".repeat(64) }
  expect((await checkAnchors([foreign], records)).faults).toEqual([
    expect.stringContaining("not a record of this chain"),
  ])
  const missing = await checkAnchors([anchorOf(3)], records, async () => null)
  expect(missing).toMatchObject({ faults: [expect.stringContaining("no block has it")], provenInTime: 0 })
  const other = await checkAnchors([anchorOf(3)], records, async () => ({ input: "0x", timeMs: START_MS }))
  expect(other).toMatchObject({ faults: [expect.stringContaining("another head")], provenInTime: 0 })
})

test("without a node the report has no number of proven records", async () => {
  expect(await checkAnchors([anchorOf(3)], records)).toEqual({ faults: [], anchors: 1, provenInTime: null })
})
