"use client"

import { newestIn, useFreeAnswer } from "@/components/panels/use-free-answer"
import { StatList } from "@/components/ui/stat-list"
import { statsContract } from "@/lib/api/stats"
import { useNow } from "@/lib/client/browser/use-now"
import { emptyStrip } from "./empty-strip"
import { recordPath } from "./question"
import { stripOf } from "./strip"

const PATH = recordPath("/api/stats", { kind: "live_paper", horizon: "24h", coin: "all" })

/** The figures of the live record, as the service states them now. */
export function StripFigures() {
  const nowMs = useNow()
  const state = useFreeAnswer(PATH, statsContract.response)
  const stats = newestIn(state)
  if (stats !== null) return <StatList stats={stripOf(stats, nowMs)} />
  return <StatList stats={emptyStrip(state.kind === "failed" ? state.message : "Asking…")} />
}
