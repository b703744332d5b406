import { z } from "zod"
import { COINS } from "@/lib/domain/market/coin"
import { HORIZONS } from "@/lib/domain/track-record/outcome"
import { DateTime } from "./fields"

/** Fields that the track record and the arena share. */

export const CoinOrAllParam = z
  .enum([...COINS, "all"])
  .default("all")
  .describe("Coin symbol, or all three.")

export const HorizonParam = z.enum(HORIZONS).default("24h").describe("Time from a call to its outcome.")

export const KindParam = z
  .enum(["live_paper", "replay"])
  .default("live_paper")
  .describe(
    "live_paper: sealed within an hour of its close. replay: computed over history, never mixed with the former.",
  )

export const Horizon = z.enum(HORIZONS)

export const Interval95 = z.tuple([z.number(), z.number()]).describe("95% interval: low, high.").nullable()

export const Count = z.number().int().nonnegative()

export const Rate = z.number().min(0).max(1).nullable()

export const Status = z
  .enum(["insufficient_data", "preliminary", "ok"])
  .describe(
    "insufficient_data: below 30 effective calls, rates are null. preliminary: 30 to 99, no claim. ok: 100 or more.",
  )

export const Evidence = z.object({ n: Count, n_effective: z.number().nonnegative(), status: Status })

export const Hash = z.string().regex(/^[0-9a-f]{64}$/)

export const Integrity = z.object({
  records: Count,
  head_hash: Hash.describe("Of the newest record. Keep it: a chain that was cut no longer reaches it."),
  genesis_at: DateTime.nullable(),
  method: z.string().describe("How commitments and hashes are computed."),
})
