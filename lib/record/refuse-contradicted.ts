import type { Sleep } from "@/lib/domain/clock"
import { AppError } from "@/lib/domain/errors"
import type { AnchorJob } from "./anchor-job"

/** A node that answers needs less; one that does not must not keep the service from its start. */
const MAX_COMPARISON_MS = 60_000

/**
 * Waits for the comparison of the record with its newest anchor. When the node cannot be asked, the service starts, and its
 * answers name no sealed call until it was.
 *
 * @throws {ContradictedRecordError} the record is not the one that was anchored
 */
export async function refuseContradicted(
  { tried, state }: Pick<AnchorJob, "tried" | "state">,
  sleep: Sleep,
): Promise<void> {
  await Promise.race([tried, sleep(MAX_COMPARISON_MS)])
  const compared = state()
  if (compared.kind === "contradicted") throw new ContradictedRecordError(compared.anchor.transaction)
}

class ContradictedRecordError extends AppError {
  override readonly name = "ContradictedRecordError"
  readonly code = "invalid_config"

  constructor(transaction: string) {
    super(
      `The sealed record does not have the head that transaction ${transaction} of this service anchored on the chain: it was changed, ` +
        "or an older copy was restored. Restore the newest copy of the database, or explain the difference with " +
        "npm run ledger -- accept-record --reason TEXT, and start again.",
      { details: { transaction } },
    )
  }
}
