import { readFileSync } from "node:fs"
import { rightsTable } from "@/tools/field-table/field-rights"
import { fieldPage } from "@/tools/field-table/page"
import { evidenceTable } from "@/research/evidence/table"
import { goalsTable } from "@/research/goals/table"
import { measuredEvidence } from "@/lib/domain/signals/evidence"
import { measuredGoals } from "@/lib/domain/track-record/measured-goals"

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

/** Replaces what stands between the marks of a section. */
function withSection(page: string, name: string, table: string): string {
  const [begin, end] = [`<!-- npm run ${name} -->`, `<!-- end of ${name} -->`]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The page has no section between ${begin} and ${end}.`)
  return `${page.slice(0, from)}${begin}\n\n${table}\n\n${page.slice(to)}`
}
