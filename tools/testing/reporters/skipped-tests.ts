import { appendFileSync } from "node:fs"
import { z } from "zod"
import { loadVariables } from "@/lib/server/config/load"

/** `npm test` names a file in which every runner lists its skipped tests. */
const Variables = z.object({ SKIPPED_TESTS_FILE: z.string().min(1).optional() })

export type SkippedTest = { readonly title: string; readonly reason: string | undefined }

/** Lists skipped tests for the end of `npm test`; without `npm test` they are printed at once. */
export function reportSkippedTests(tests: readonly SkippedTest[]): void {
  if (tests.length === 0) return
  const lines = tests.map(({ title, reason }) => `  ${title}: ${reason ?? "no reason given"}`).join("\n")
  const { SKIPPED_TESTS_FILE: file } = loadVariables(Variables)
  if (file === undefined) console.log(`\nSkipped tests:\n${lines}`)
  else appendFileSync(file, `${lines}\n`)
}
