import type { FreeEndpoint } from "@/lib/endpoints/endpoint"
import { RECORD, SERVICE } from "@/lib/endpoints/provenance"
import { atAge } from "@/lib/usecases/record-answer"
import { getArena } from "./answer"
import type { arenaContract } from "./contract"

/** The largest `limit` of the arena: one computation serves every limit. */
const MAX_ROWS = 50

export const arenaSnapshot: FreeEndpoint<typeof arenaContract> = {
  async answer({ limit, ...question }, { figures, versions }) {
    const record = await figures()
    const [answer, newest] = await Promise.all([
      record.cached("arena", question, () => getArena({ ...question, limit: MAX_ROWS }, record)),
      versions(),
    ])
    const recently_settled = answer.recently_settled.slice(0, limit)
    return atAge({ ...answer, recently_settled, versions: newest.versions }, record.nowMs)
  },
  maxAgeS: 5,
  provenance: {
    ...RECORD,
    parts: {
      "versions.*": SERVICE,
      "counts.*": { ...SERVICE, window: "24h" },
      "entries[].score": { unit: "lower end of the Sharpe ratio" },
      "entries[].skill_vs_always_long.ci95*": { unit: "fraction, 0.01 is 1%" },
      "coin_flip_band.*": { unit: "US dollars" },
      "recently_settled[].record.*": { unit: "as its name says", source: "sealed record", window: "at the 4h close" },
    },
  },
}
