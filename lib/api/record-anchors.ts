import { z } from "zod"
import { defineContract } from "./contract"
import { DateTime, NoParams } from "./fields"
import { Count, Hash } from "./record-fields"

/** A year and a month of daily anchors. */
export const MAX_ANCHORS = 400

const Anchor = z.object({
  head: Hash.describe("Hash of the record that was the newest one: the last 32 bytes of the transaction's call data."),
  transaction: z.string().regex(/^0x[0-9a-f]{64}$/),
  block: Count,
  seen_at: DateTime.describe("When this service saw the block. The block itself has the time that counts."),
})

/** Transactions that prove when records existed. */
export const recordAnchorsContract = defineContract({
  id: "record-anchors",
  path: "/record/anchors",
  price: null,
  title: "Anchors of the sealed record",
  description:
    "Transactions whose call data ends with 'S402' and the head of the sealed chain, at most one per day. A record up to " +
    "that head existed before the block, which anyone can check on the chain.",
  tags: ["track-record"],
  pathParams: NoParams,
  queryParams: z.object({}),
  response: z.object({
    network: z.string().describe("CAIP-2 identifier of the chain."),
    anchors: z.array(Anchor).describe(`Newest first, at most ${MAX_ANCHORS}. Empty where RECORD_ANCHOR is off.`),
    timestamp: DateTime,
  }),
  exampleParams: {},
  example: {
    network: "eip155:8453",
    anchors: [
      {
        head: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        transaction: "0x3ac225168df54212a25c1c01fd35bebfea408fdac2e31ddd6f80a4bbf9a5f1cb",
        block: 38_412_904,
        seen_at: "2026-11-20T12:05:00.000Z",
      },
    ],
    timestamp: "2026-11-20T12:05:00.000Z",
  },
})
