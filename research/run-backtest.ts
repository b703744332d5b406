import { basename } from "node:path"
import { arenaContract } from "@/lib/endpoints/arena-snapshot/contract"
import type { Contract, Params, ResponseOf } from "@/lib/api/contract"
import { statsContract } from "@/lib/endpoints/stats/contract"
import type { Coin } from "@/lib/domain/market/coin"
import { METHOD_VERSION } from "@/lib/domain/signals/method-version"
import { isoTime } from "@/lib/domain/utc-day"
import { getArena } from "@/lib/endpoints/arena-snapshot/answer"
import { getStats } from "@/lib/endpoints/stats/answer"
import { withWalkForwardModels } from "./fit/walk-forward"
import { inFold, yearFolds } from "./fold"
import { type Progress, replayStudy } from "./replay-study"
import { readStudy, type Study } from "./study"
import { studyPorts } from "./study-record"
import type { StudyCall } from "./replay-calls"

/** A study has no chain. */
type Stats = Omit<ResponseOf<typeof statsContract>, "integrity">

type Arena = Pick<
  ResponseOf<typeof arenaContract>,
  "cost_model" | "entries" | "coin_flip_band" | "rank_persistence" | "notes"
>

export type Backtest = {
  readonly label: "HYPOTHETICAL"
  readonly note: string
  readonly method_version: string
  readonly from: string
  readonly to: string
  readonly files: readonly string[]
  readonly candles: number
  readonly calls: number
  /** Over the whole period, in the shape of `GET /stats`. */
  readonly day: Stats
  readonly week: Stats
  readonly arena: Arena
  /** One year each, oldest first. No fit of this program used the last year. */
  readonly folds: readonly { readonly name: string; readonly is_last: boolean; readonly day: Stats }[]
}

const NOTE =
  "A replay over history by the engine that answers buyers. No parameter is fitted here, but all of them were chosen by " +
  "people who had seen most of this history, the last year included: read every number with that in mind."

const WALK_FORWARD_NOTE =
  "A replay over history by the engine that answers buyers. The forecast, its odds and the table of targets were fitted " +
  "once per quarter on earlier data only. The rules of direction and all other parameters were chosen by people who had " +
  "seen most of this history."

/**
 * Replays the engine over data files and measures it like the public record.
 *
 * @param options.walkForward use one forecast model per quarter, each fitted without later data
 */
export async function runBacktest(options: {
  readonly files: readonly string[]
  readonly walkForward: boolean
  readonly threads: number
  readonly progress: Progress
}): Promise<Backtest> {
  const { walkForward } = options
  const study = walkForward ? withWalkForwardModels(readStudy(options.files)) : readStudy(options.files)
  return measure(study, await replayStudy(study, options), options.files)
}

/** The public measures over the whole study and year by year. */
export async function measure(
  study: Study,
  calls: ReadonlyMap<Coin, readonly StudyCall[]>,
  files: readonly string[],
): Promise<Backtest> {
  const ports = studyPorts(calls, study.histories)
  const times = [...calls.values()].flatMap((list) => list.map(({ decisionTimeMs }) => decisionTimeMs))
  const [fromMs, toMs] = times.reduce(([low, high], time) => [Math.min(low, time), Math.max(high, time)], [Infinity, 0])
  const folds = yearFolds(fromMs, toMs)
  const statsOf = async (horizon: "24h" | "7d", from = ports): Promise<Stats> => {
    const { integrity: _, ...stats } = await getStats(params(statsContract, { horizon }), from)
    return stats
  }
  const { cost_model, entries, coin_flip_band, rank_persistence, notes } = await getArena(
    params(arenaContract, { limit: "1" }),
    ports,
  )
  return {
    label: "HYPOTHETICAL",
    note: study.models === undefined ? NOTE : WALK_FORWARD_NOTE,
    method_version: METHOD_VERSION,
    from: isoTime(fromMs),
    to: isoTime(toMs),
    files: files.map((file) => basename(file)),
    candles: [...study.histories.values()].reduce((sum, { hours }) => sum + hours.length, 0),
    calls: times.length,
    day: await statsOf("24h"),
    week: await statsOf("7d"),
    arena: { cost_model, entries, coin_flip_band, rank_persistence, notes },
    folds: await Promise.all(
      folds.map(async (fold, index) => ({
        name: fold.name,
        is_last: index === folds.length - 1,
        day: await statsOf("24h", inFold(ports, fold)),
      })),
    ),
  }
}

function params<C extends Contract>(contract: C, query: Readonly<Record<string, string>>): Params<C> {
  // The contract's own schema made it; the generic type cannot say so.
  return contract.queryParams.parse({ ...query, kind: "replay" }) as Params<C>
}
