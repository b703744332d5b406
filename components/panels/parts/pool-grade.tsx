import type { z } from "zod"
import type { PoolRisk } from "@/lib/api/defi-fields"

type Risk = z.output<typeof PoolRisk>

/** A grade with its score. Unknown factors are stated because they never count as good. */
export function PoolGrade({ risk }: { readonly risk: Risk }) {
  return (
    <span className="grade" data-grade={risk.grade ?? "none"}>
      <b>{risk.grade ?? "no grade"}</b>{" "}
      <small>
        {risk.score}
        {risk.unknown.length > 0 ? `, ${risk.unknown.length} unknown` : ""}
      </small>
    </span>
  )
}

type Graded = { readonly id: string; readonly name: string; readonly risk: Risk }

/** All components of the grades above. */
export function GradeReasons({ pools }: { readonly pools: readonly Graded[] }) {
  if (pools.length === 0) return null
  return (
    <details className="details">
      <summary>
        Grade breakdown <span className="muted">risk points, 0 is best</span>
      </summary>
      <ul className="meta-list">
        {pools.map(({ id, name, risk }) => (
          <li key={id}>
            <b>
              <bdi>{name}</bdi>
            </b>{" "}
            {risk.grade ?? "no grade"}, {risk.score} of 100 <span className="muted">{reasonsOf(risk)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** `audits 0: audited · age 5: 200 days; unknown: hacks` */
export function reasonsOf({ contributors, unknown }: Risk): string {
  const points = contributors.map(({ key, points, detail }) => `${key.replaceAll("_", " ")} ${points}: ${detail}`)
  const known = points.join(" · ")
  return unknown.length === 0 ? known : `${known}; unknown: ${unknown.join(", ").replaceAll("_", " ")}`
}
