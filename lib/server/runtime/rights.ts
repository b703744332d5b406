import { maySellSealed } from "@/lib/market/feeds/feed-ports"
import type { Config } from "@/lib/server/config/env"
import type { MaySell } from "@/lib/usecases/sealed-rights"

const known = new WeakMap<Config, MaySell>()

/** What of the sealed record may be answered. Nobody else has rights in a simulated market. */
export function rightsOf(config: Config): MaySell {
  const { market, sources } = config
  const isFree = market === "simulated" || sources.profile === "open"
  const rights = known.get(config) ?? (isFree ? () => true : (from, form) => maySellSealed(sources, from, form))
  known.set(config, rights)
  return rights
}
