import { idOf } from "@/lib/domain/signals/registry"
import type { MarketReading } from "@/lib/usecases/read-market"
import type { Decision } from "@/lib/usecases/resource-versions"
import { shownValue } from "./answer"

export function contextVersion({ signal }: Pick<MarketReading, "signal">): Decision {
  const readings = signal.readings.map(({ indicator, vote, value }) => [
    idOf(indicator),
    { vote, value: shownValue(value) },
  ])
  const decision = { readings: Object.fromEntries(readings), summaries: signal.summaries }
  const votes = signal.readings.map(({ vote }) => vote)
  return { decision, parts: { votes, ...decision }, dataAsOfMs: signal.decisionTimeMs }
}
