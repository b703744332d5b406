import { readFileSync } from "node:fs"
import { rightsTable } from "@/tools/field-table/field-rights"
import { fieldPage } from "@/tools/field-table/page"
import { evidenceTable } from "@/research/evidence/table"
import { goalsTable } from "@/research/goals/table"
import { measuredEvidence } from "@/lib/domain/signals/evidence"
import { measuredGoals } from "@/lib/domain/track-record/measured-goals"
import { withSection } from "./page-section"

/** The documents that have generated parts, with their current text. */
export function generatedPages(): ReadonlyMap<string, string> {
  const record = "docs/track-record.md"
  const text = withSection(
    withSection(readFileSync(record, "utf8"), "evidence", evidenceTable(measuredEvidence)),
    "goals",
    goalsTable(measuredGoals.goals),
  )
  return new Map([
    [record, text],
    ["docs/fields.md", fieldPage()],
    ["docs/sources.md", withSection(readFileSync("docs/sources.md", "utf8"), "build:docs rights", rightsTable())],
  ])
}
