import { z } from "zod"
import { defineContract } from "@/lib/api/contract"
import { DateTime, NoParams } from "@/lib/api/fields"
import { Count, Hash } from "@/lib/api/record-fields"
import example from "./example.json" with { type: "json" }

/** About two months of anchors. Readers who want all of them read the chain. */
export const MAX_ANCHORS = 400

const Address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)

const Anchor = z.object({
  head: Hash.describe("Hash of the newest record at that time: the last 32 bytes of the call data of the transaction."),
  link: Hash.describe(
    "The 32 bytes before 'S402': sha256(canonical_json({head, link})) of the anchor before, zeros for the first anchor. After " +
      "differences that the operator has accepted: sha256(canonical_json({accepted, previous})) with that hash as previous.",
  ),
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
    "Settlements whose call data ends with a link to the anchor before, 'S402' and the head of the sealed chain. A hint only: " +
    "npm run verify-record reads the chain itself.",
  tags: ["track-record"],
  isTool: false,
  pathParams: NoParams,
  queryParams: z.object({}),
  response: z.object({
    network: z.string().describe("CAIP-2 identifier of the chain."),
    asset: Address.describe("Token whose transfers to pay_to are the settlements."),
    pay_to: Address,
    senders: z
      .array(Address)
      .describe("Accounts that have settled for this service. Others can send anchors, which do not count."),
    anchors: z.array(Anchor).describe(`Newest first, at most ${MAX_ANCHORS}. Empty where RECORD_ANCHOR is off.`),
    has_more: z.boolean().describe("Whether there are older anchors than those in the list."),
    timestamp: DateTime,
  }),
  exampleParams: {},
  example,
})
