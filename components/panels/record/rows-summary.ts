import type { Check } from "./check-row"
import type { CheckSummary } from "./check-summary"

/** The result of checking all rows. `null`: hashes could not be computed. */
export function rowsSummary(checks: readonly Check[] | null): CheckSummary {
  if (checks === null) {
    return { tone: "bad", text: "This browser could not compute the hashes, so nothing was checked." }
  }
  const differ = checks.filter((check) => check === "differs").length
  const all = checks.length
  if (differ === 0) return { tone: "good", text: `${all} of ${all} match what was sealed.` }
  const text = `Not what was sealed: ${differ} of ${all}. What is shown there is not the call that was made.`
  return { tone: "bad", text }
}
