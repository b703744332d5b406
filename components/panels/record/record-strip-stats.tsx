"use client"

import { newestIn, useFreeAnswer } from "@/components/panels/use-free-answer"
import { UNKNOWN } from "@/components/ui/format"
import { StatList } from "@/components/ui/stat-list"
import { statsContract } from "@/lib/endpoints/stats/contract"
import { useNow } from "@/lib/client/browser/use-now"
import { useTimes } from "@/lib/client/browser/use-times"
import { recordPath } from "./record-path"
import { hasNoRates, replaySummary, recordStatsOf, countStatsOf, replayStatsOf } from "./record-stats"

const LIVE = recordPath("/api/stats", { kind: "live_paper", horizon: "24h", coin: "all" })
const REPLAY = recordPath("/api/stats", { kind: "replay", horizon: "24h", coin: "all" })

/** The figures of the live record; counts while it has no rates, and the replay while nothing live has settled. */
export function RecordStripStats() {
  const nowMs = useNow()
  const times = useTimes()
  const state = useFreeAnswer(LIVE, statsContract.response)
  const replay = newestIn(useFreeAnswer(REPLAY, statsContract.response))
  const stats = newestIn(state)
  if (stats === null) return <p className="strip-line">{state.kind === "failed" ? state.message : "Loading…"}</p>
  if (stats.sample.settled === 0 && replay !== null) return <StatList stats={replayStatsOf(replay)} />
  return <StatList stats={hasNoRates(stats) ? countStatsOf(stats) : recordStatsOf(stats, nowMs, times)} />
}

/** The replay of the same method, shown separately from the live record. */
export function ReplaySummary() {
  const live = newestIn(useFreeAnswer(LIVE, statsContract.response))
  const state = useFreeAnswer(REPLAY, statsContract.response)
  const stats = newestIn(state)
  if (stats !== null && live?.sample.settled === 0) {
    return <>No live call has settled yet: each does 24h after its close. This is the replay of all coins.</>
  }
  if (stats !== null) return <>{replaySummary(stats)}</>
  return <>Hypothetical, replayed over past closes: {state.kind === "failed" ? state.message : UNKNOWN}</>
}
