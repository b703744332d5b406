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
  .describe("live_paper: sealed within an hour of its close. replay: computed over history. The two are never mixed.")

export const Horizon = z.enum(HORIZONS)

export const Interval95 = z.tuple([z.number(), z.number()]).describe("95% interval: low, high.").nullable()

export const Count = z.number().int().nonnegative()

export const Rate = z.number().min(0).max(1).nullable()

export const Status = z
  .enum(["insufficient_data", "preliminary", "ok"])
  .describe(
    "insufficient_data: fewer than 30 effective calls, and rates are null. preliminary: 30 to 99, too few for a conclusion. ok: 100 or more.",
  )

export const Evidence = z.object({ n: Count, n_effective: z.number().nonnegative(), status: Status })

export const Hash = z.string().regex(/^[0-9a-f]{64}$/)

const Proof = z.object({
  proven_in_time: Count.describe(
    "Live calls that a block proves: it is earlier than the close plus 24 hours and carries a head of the record from this call " +
      "on. The rest of the live calls is not proven. Replayed calls are never counted.",
  ),
  of: Count.describe(
    "Live calls of the whole record, every coin and version, whose 24 hours have passed: open calls count later.",
  ),
  median_hours: z
    .number()
    .nullable()
    .describe("From the close to that block, of the proven calls. null: none is proven."),
  network: z.string().describe("CAIP-2 identifier of the chain that has the blocks."),
  public_chain: z.boolean().describe("false: a sandbox's own chain, which proves nothing to anybody else."),
  last_anchor: z
    .object({ transaction: z.string(), block: Count, at: DateTime.describe("Time of the block.") })
    .nullable()
    .describe("Newest anchor that was read from its block. null: none."),
  checked_at: DateTime.nullable().describe(
    "When this process compared the record with its newest anchor on the chain. null: the node has not answered yet.",
  ),
  accepted: z
    .array(
      z.object({
        at: DateTime,
        contradicted: z.string().nullable().describe("Transaction whose anchor the record does not have."),
        head: Hash.describe("Hash of the newest record at that time."),
        reason: z.string().describe("The reason that the operator gave."),
      }),
    )
    .describe("Differences between the record and its anchors that the operator has accepted. Empty: none."),
})

/** How the sealed touch odds did. */
export const TouchFigures = Evidence.extend({
  without_extremes: Count.describe(
    "Calls with sealed odds that are not scored, because their outcome has no highest or no lowest price.",
  ),
  levels: Count.describe("Levels of these calls, six for each call."),
  touched: Count,
  brier: z.number().nullable().describe("Mean squared error of the odds. Lower is better. null: too few calls."),
  brier_ci95: Interval95.describe("Normal interval with n_effective."),
  brier_skill: z
    .number()
    .nullable()
    .describe("Against the share of levels that were touched, which nobody knew before. null: too few calls."),
  brier_of_shares: Rate.describe(
    "Brier score of stating for each of the six levels the share of these calls that touched it, which nobody knew before: the " +
      "stricter reference. null: too few calls.",
  ),
  brier_difference_ci95: Interval95.describe(
    "brier_of_shares less brier: above 0, the odds were better. Normal interval with n_effective.",
  ),
}).describe(
  "Odds of touching levels at 0.5, 1 and 2 standard deviations of the horizon on both sides, sealed at 00:00 UTC. `n`: calls.",
)

export const Integrity = z.object({
  records: Count,
  withheld: Count.describe(
    "Of these, those whose document carries values of a source whose terms forbid publishing them. Such a document stays null, and " +
      "figures leave out calls that were made from such a source.",
  ),
  head_hash: Hash.describe(
    "Hash of the newest record. Keep it: a chain from which records were removed no longer contains it.",
  ),
  genesis_at: DateTime.nullable(),
  method: z.string().describe("How commitments and hashes are computed."),
  proof: Proof.describe("What blocks of the chain prove about the time at which calls were sealed."),
})
