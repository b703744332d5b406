import { z } from "zod"
import { createSqlValueStore } from "@/lib/market/feeds/sql-value-store"
import type { Config } from "@/lib/server/config/env"
import type { Store } from "@/lib/store/open-store"

const Rights = z.object({ profile: z.string(), licensed: z.array(z.string()) })

/**
 * Since when this database is used with the present rights in the data, in milliseconds. An answer that was sold before may have
 * values that may not be given to anybody now. 0 in a simulated market, where nobody else has rights.
 */
export async function rightsSince(
  store: Store,
  {
    market,
    sources,
  }: { readonly market: Config["market"]; readonly sources: Pick<Config["sources"], "profile" | "licensed"> },
  nowMs: number,
): Promise<number> {
  if (market === "simulated") return 0
  const rights = { profile: sources.profile, licensed: [...sources.licensed].toSorted() }
  const stored = createSqlValueStore(store, "rights", (json) => Rights.parse(json))
  const known = await stored.load()
  if (known !== null && JSON.stringify(known.value) === JSON.stringify(rights)) return known.asOfMs
  await stored.save({ value: rights, source: "config", asOfMs: nowMs, fetchedAtMs: nowMs })
  return nowMs
}
