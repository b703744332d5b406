import { z } from "zod"
import { COINS } from "@/lib/domain/market/coin"
import { defineContract } from "@/lib/api/contract"
import { DateTime, NoParams } from "@/lib/api/fields"
import example from "./example.json" with { type: "json" }

const Instant = z.number().int().describe("UTC epoch milliseconds.")

const Candle = z.looseObject({
  openTimeMs: Instant,
  openUsd: z.number(),
  highUsd: z.number(),
  lowUsd: z.number(),
  closeUsd: z.number(),
  volumeBase: z.number(),
  takerBuyVolumeBase: z.number().nullable(),
})

const EtfFlowDay = z.looseObject({
  atMs: Instant,
  totalUsdM: z.number(),
  usdMByFund: z.record(z.string(), z.number().nullable()),
  isFinal: z.boolean(),
})

/**
 * Points as they were hashed. Names and numbers are those of the sealed bytes, so they differ from the style of the API. A
 * point may have more fields than a vote reads.
 */
export const SealedInputs = z.strictObject({
  days: points(Candle),
  fourHours: points(Candle),
  hours: points(Candle),
  fearGreed: points(at({ index: z.number() })),
  funding: points(at({ fundingPctPer8h: z.number() })),
  openInterest: points(at({ openInterestBase: z.number() })),
  longShort: points(at({ longShortRatio: z.number() })),
  takerFlow: points(at({ takerBuyBase: z.number(), takerSellBase: z.number() })),
  coinbasePremium: points(at({ premiumPct: z.number() })),
  etfFlows: points(EtfFlowDay),
  vix: points(at({ value: z.number() })),
  dxy: points(at({ value: z.number() })),
  us10y: points(at({ value: z.number() })),
  spx: points(at({ value: z.number() })),
  stablecoins: points(at({ supplyUsd: z.number() })),
})

const ID = new RegExp(`^(?:${COINS.join("|")})-\\d{4}-\\d\\d-\\d\\dT\\d\\d:00:00\\.000Z$`)

/** The inputs of one revealed call. */
export const recordInputsContract = defineContract({
  id: "record-inputs",
  path: "/record/inputs",
  price: null,
  title: "Inputs of a sealed call",
  description:
    "Every candle and value that one revealed call was made from. Their hashes are in the call's facts, so that anybody " +
    "can make the call again and compare the bytes.",
  tags: ["track-record"],
  isTool: false,
  pathParams: NoParams,
  queryParams: z.object({
    id: z
      .string()
      .regex(ID, "must be a coin and a time, as BTC-2026-11-20T12:00:00.000Z")
      .optional()
      .describe("Id of a record, such as BTC-2026-11-20T12:00:00.000Z. Absent: the newest revealed call."),
  }),
  response: z.object({
    id: z.string().nullable(),
    inputs: SealedInputs.nullable().describe("null: the call did not use this input."),
    reason: z.string().nullable().describe("Why there are no inputs; null when there are."),
    timestamp: DateTime,
  }),
  otherResponses: { 404: { description: "No sealed call has this id.", body: "problem" } },
  exampleParams: {},
  example,
})

function at<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.looseObject({ atMs: Instant, ...shape })
}

function points<Point extends z.ZodType>(point: Point) {
  return z.array(point).nullable()
}
