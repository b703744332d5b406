import { sql } from "kysely"
import type { Store } from "@/lib/store/open-store"

/** Charges that cannot be claimed, of all sessions of a network. */
export async function lostOf(store: Store, network: string): Promise<bigint> {
  const rows = await store
    .selectFrom("channels")
    .select("lost")
    .where("network", "=", network)
    .where(sql<boolean>`lost <> '0'`)
    .execute()
  // Added up in JavaScript, because SQLite rounds large sums.
  return rows.reduce((sum, { lost }) => sum + BigInt(lost), 0n)
}
