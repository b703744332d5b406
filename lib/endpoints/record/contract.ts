import { z } from "zod"
import { defineContract } from "@/lib/api/contract"
import { CoinParam, DateTime, NoParams } from "@/lib/api/fields"
import { integerParam } from "@/lib/api/number-param"
import { Count, Hash, Horizon, Integrity } from "@/lib/api/record-fields"
import example from "./example.json" with { type: "json" }

/** Records of one page. */
export const RECORD_PAGE = 500

const Outcome = z.object({
  horizon: Horizon,
  entry_price: z.number(),
  exit_price: z.number(),
  exit_time: DateTime,
  high: z.number().nullable().describe("Highest price from entry to exit. null: not measured."),
  low: z.number().nullable().describe("Lowest price from entry to exit. null: not measured."),
  source: z.string().describe("Provider of both prices."),
})

const ExportedRecord = z.object({
  seq: Count.describe("Position in the chain, from 1."),
  id: z.string(),
  coin: CoinParam,
  decided_at: DateTime,
  commitment: Hash,
  prev_hash: Hash,
  hash: Hash,
  facts: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe("The sealed document: its canonical JSON was committed to. null until the call is a day old."),
  nonce: z.string().nullable(),
  withheld: z
    .array(z.string())
    .describe("Sources whose terms forbid publishing the document, which then stays null with its outcomes."),
  outcomes: z.array(Outcome).describe("Empty until the call is revealed and a horizon has passed."),
})

/** The sealed record, with everything that its verification needs. */
export const recordContract = defineContract({
  id: "record",
  path: "/record",
  price: null,
  title: "Sealed record",
  description: "Every sealed call in the order of its hash chain, with outcomes; open calls as commitments only.",
  tags: ["track-record"],
  isTool: false,
  pathParams: NoParams,
  queryParams: z.object({
    after: integerParam({ min: 0, max: 100_000_000 })
      .default(0)
      .describe("Records to skip: next_after of the previous page."),
  }),
  response: z.object({
    records: z.array(ExportedRecord),
    next_after: Count.nullable().describe("Value of `after` for the next page. null: this is the last page."),
    integrity: Integrity,
    timestamp: DateTime,
  }),
  exampleParams: { after: "0" },
  example,
})
