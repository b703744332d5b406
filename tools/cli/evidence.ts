import { writeFileSync } from "node:fs"
import { evidenceTable } from "@/research/evidence/table"
import { measureEvidence } from "@/research/evidence/measure"
import { readStudy } from "@/research/study"
import { type CommandArgs, runCommand, UsageError } from "./command"
import { STUDY_FILES, studyFilesIn } from "./study-files"

const EVIDENCE_FILE = "lib/domain/signals/measured-evidence.json"

const USAGE = `npm run evidence -- FOLDER [--dry-run]

Measures what the votes of each indicator were worth before and after the date of the fit, prints it, and writes
${EVIDENCE_FILE}, which /context, the methodology and the documents read.

  --dry-run           print the result and write nothing

FOLDER holds the history, or is the folder of the candles in it; it is not part of this repository:

  ${STUDY_FILES.join("\n  ")}`

const options = { "dry-run": { type: "boolean", default: false } } as const

function main({ values, positionals: [folder] }: CommandArgs<typeof options>): void {
  if (folder === undefined) throw new UsageError("FOLDER is missing.")
  const evidence = measureEvidence(readStudy(studyFilesIn(folder)), progress)
  console.error("")
  console.log(evidenceTable(evidence))
  if (values["dry-run"]) return
  writeFileSync(EVIDENCE_FILE, `${JSON.stringify(evidence, null, 2)}\n`)
  console.error(`Written to ${EVIDENCE_FILE}.`)
}

function progress(done: number, total: number): void {
  process.stderr.write(`\r${Math.round((100 * done) / total)}% of ${total} closes`)
}

await runCommand(main, { usage: USAGE, options, maxPositionals: 1 })
