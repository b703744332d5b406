import type { z } from "zod"
import type { PoolRisk } from "@/lib/api/defi-fields"

/** A grade with its score; what is unknown is said, because it never counts as good. */
export function PoolGrade({ risk }: { readonly risk: z.output<typeof PoolRisk> }) {
  const reasons = risk.contributors.map(({ key, points, detail }) => `${key} ${points}: ${detail}`).join("\n")
  return (
    <span className="grade" data-grade={risk.grade ?? "none"} title={reasons}>
      <b>{risk.grade ?? "no grade"}</b>{" "}
      <small>
        {risk.score}
        {risk.unknown.length > 0 ? `, ${risk.unknown.length} unknown` : ""}
      </small>
    </span>
  )
}
