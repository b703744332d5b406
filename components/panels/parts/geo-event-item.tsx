import type { z } from "zod"
import { Age } from "@/components/ui/age"
import { signedPct, words } from "@/components/ui/format"
import type { GeoEvent } from "@/lib/api/geo-fields"
import { useTimes } from "@/lib/client/browser/use-times"
import { ratioText } from "@/lib/client/format/number"
import { DirectionBadge } from "@/components/ui/direction-badge"
import { SeverityMark } from "./severity-mark"

export type GeoItem = z.output<typeof GeoEvent>

const assets = [
  ["BTC", "BTC"],
  ["ETH", "ETH"],
  ["GOLD", "Gold"],
  ["OIL", "Oil"],
] as const

const impactDirections = { UP: "up", DOWN: "down", UNCLEAR: "flat" } as const

const NO_EVENTS: readonly GeoItem[] = []

/** One event: severity, sources and the measured price reaction. `others`: further events of the same story. */
export function GeoEventItem({
  event,
  others = NO_EVENTS,
}: {
  readonly event: GeoItem
  readonly others?: readonly GeoItem[]
}) {
  const { corroboration, credibility } = event
  return (
    <li className="geo-event">
      <p className="geo-event-head">
        <SeverityMark severity={event.severity} score={event.severity_score} />
        <span className="muted">
          {words(event.category)}
          {event.stage.toLowerCase() === event.category.toLowerCase() ? "" : ` · ${stageText(event.stage)}`}
          {event.region ? ` · ${event.region}` : ""} · <Age at={event.last_seen_at} />
        </span>
      </p>
      <h4>
        <bdi>{event.title}</bdi>
      </h4>
      <p className="muted">
        {counted(corroboration.articles, "article")} on {counted(corroboration.domains, "independent domain")},{" "}
        {counted(corroboration.tier1_domains, "tier-1 source")}
        {corroboration.official_source ? ", an official source" : ""} · credibility {credibility.score} of 100
      </p>
      <ul className="impacts">
        {assets.map(([key, name]) => (
          <ImpactChip key={key} name={name} impact={event.impact[key]} />
        ))}
      </ul>
      <GeoDetails event={event} />
      {others.length === 0 ? null : (
        <details className="details slim">
          <summary>The same story, {counted(others.length, "other event")}</summary>
          <ul className="geo-events">
            {others.map((other) => (
              <GeoEventItem event={other} key={other.id} />
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

function stageText(stage: GeoItem["stage"]): string {
  if (stage === "ACT") return "happened"
  return stage === "THREAT" ? "threatened" : words(stage).toLowerCase()
}

function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? "" : "s"}`
}

type ImpactChipProps = { readonly name: string; readonly impact: GeoItem["impact"]["BTC"] }

function ImpactChip({ name, impact }: ImpactChipProps) {
  const measured = impact.ar_24h_pct ?? impact.ar_4h_pct ?? impact.ar_1h_pct
  const window = impact.ar_24h_pct !== null ? "24h" : impact.ar_4h_pct !== null ? "4h" : "1h"
  return (
    <li title={impact.note}>
      <span className="label">{name}</span>
      {measured === null ? (
        <span className="muted">not measured</span>
      ) : (
        <>
          <DirectionBadge direction={impactDirections[impact.direction]}>{signedPct(measured)}</DirectionBadge>
          <small className="muted">
            {window}
            {impact.t_24h === null ? "" : `, ${ratioText(Math.abs(impact.t_24h), 1)}× a usual day`}
            {impact.significant ? ", significant" : ""}
          </small>
        </>
      )}
    </li>
  )
}

function ClassHistory({ history }: { readonly history: NonNullable<GeoItem["scenario"]["history"]> }) {
  const moves = [
    ["BTC", history.BTC],
    ["ETH", history.ETH],
    ["Oil", history.OIL],
  ] as const
  return (
    <p>
      What {history.n} such days did, {history.from.slice(0, 4)} to {history.to.slice(0, 4)}:{" "}
      {moves
        .map(([name, { median_pct, lowest_pct, highest_pct }]) => {
          return `${name} ${signedPct(median_pct)} (${signedPct(lowest_pct)} to ${signedPct(highest_pct)})`
        })
        .join(", ")}
      . <span className="muted">{history.note}</span>
    </p>
  )
}

function GeoDetails({ event }: { readonly event: GeoItem }) {
  const times = useTimes()
  const { severity_parts, gates_applied, scenario, sources } = event
  return (
    <details className="details slim">
      <summary>Severity breakdown, {counted(sources.length, "source")}</summary>
      <p>
        Base {severity_parts.base} × corroboration {severity_parts.corroboration.toFixed(2)} × novelty{" "}
        {severity_parts.novelty.toFixed(2)}
        {gates_applied.length > 0
          ? `; lowered by ${gates_applied.map((gate) => words(gate).toLowerCase()).join(", ")}`
          : ""}
        .
      </p>
      <p>Scenario, not forecast: {scenario.text}</p>
      {scenario.history && <ClassHistory history={scenario.history} />}
      <ul className="meta-list">
        {sources.map(({ url, title, domain, tier, seen_at }) => (
          <li key={url}>
            <a href={url} rel="noreferrer" target="_blank">
              <bdi>{title}</bdi>
            </a>{" "}
            <span className="muted">
              {domain}, tier {tier}, {times.text(seen_at)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
