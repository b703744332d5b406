import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { generatedPages } from "@/tools/cli/generated-pages"
import { evidenceGradeOf, evidenceSentenceOf, measuredEvidence } from "@/lib/domain/signals/evidence"
import { idOf, indicators } from "@/lib/domain/signals/registry"
import { measuredGoal, measuredGoals } from "@/lib/domain/track-record/measured-goals"
import { forecastModel } from "@/lib/domain/volatility/forecast-model"
import oddsErrors from "@/lib/domain/volatility/odds-errors.json" with { type: "json" }

test("the committed evidence measures indicators at the date of the fit, and one that it does not measure is untested", () => {
  const [measured, unmeasured] = [true, false].map((is) =>
    indicators.map(idOf).filter((id) => id in measuredEvidence.readings === is),
  )
  expect(Object.keys(measuredEvidence.readings)).toEqual(measured)
  for (const id of unmeasured ?? []) expect(evidenceGradeOf(id), id).toBe("untested")
  expect(measuredEvidence.fitUntil).toBe(forecastModel.seen.until)
})

test("the generated parts of the documents are current", () => {
  for (const [file, text] of generatedPages()) expect(readFileSync(file, "utf8"), file).toBe(text)
})

test("the text of the odds' errors has the figures of the measured cells", () => {
  const points = (of: "touchError" | "closeError") => {
    const distances = oddsErrors.cells.map((cell) => 100 * Math.abs(cell[of]))
    const mean = distances.reduce((sum, distance) => sum + distance, 0) / distances.length
    return { mean: mean.toFixed(1), largest: Math.max(...distances).toFixed(1) }
  }
  const [touch, close] = [points("touchError"), points("closeError")]
  expect(readFileSync("docs/track-record.md", "utf8")).toContain(
    `the mean distance is ${touch.mean} points for touches and ${close.mean} for closes; the largest is ${touch.largest} and ${close.largest}.`,
  )
})

test("the text of the goals has no figure of its own", () => {
  const [, text = ""] = /What this says:\n(.*?)\n## /s.exec(readFileSync("docs/track-record.md", "utf8")) ?? []
  expect(text.match(/\d+(?:\.\d+)?(?:%| points)/g)).toBeNull()
})

test("the text of the goals says of ranges and cells what was measured", () => {
  const met = (name: string) => measuredGoal(name).met
  expect(met("80% range of 7d: coverage")).toBe("yes")
  expect(met("touch within 24h: calibration error")).toBe("yes")
  expect(met("volatility of 1 day: QLIKE below log-HAR")).toBe("yes")
  expect(met("80% range of 24h: coverage")).toBe("no")
  expect(met("quantiles of 24h: worst of eleven")).toBe("no")
  const cells = measuredGoals.goals.filter(({ goal }) => /worst of (?:eight|twelve) cells/.test(goal))
  for (const { goal, met: isMet, measured, judgedOn } of cells) {
    expect(isMet, goal).toBe("no")
    expect(measured[judgedOn]?.value, goal).toBeLessThan(measured[judgedOn]?.noise?.high ?? 0)
  }
})

test("a reading says that it holds since the fit only where its timing is significant since", () => {
  for (const id of indicators.map(idOf)) {
    const { before = null, since = null } = measuredEvidence.readings[id] ?? {}
    const significant = (period: typeof before) => period !== null && period.pHolm < 0.05 && period.timingPct > 0
    expect(evidenceGradeOf(id) === "held", id).toBe(significant(before) && significant(since))
    if (!significant(since)) expect(evidenceSentenceOf(id), id).toMatch(/not since|not significant|untested/)
    if (since !== null) expect(evidenceSentenceOf(id), id).toContain(`${since.n} votes, ${since.from} to ${since.to}`)
  }
})

test("no text claims that a reading is validated", () => {
  const filesIn = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name))
  const files = ["app", "components", "docs", "lib/api", "lib/endpoints", "lib/domain", "lib/usecases", "lib/client"]
    .flatMap(filesIn)
    .filter((file) => /\.(?:tsx?|md)$/.test(file))
  expect(files.length).toBeGreaterThan(300)
  const claims = files.filter((file) => !file.endsWith(".test.ts") && /\bvalidated\b/i.test(readFileSync(file, "utf8")))
  // The changelog tells what earlier versions said.
  expect(claims.filter((file) => file !== "lib/endpoints/changelog/entries.ts")).toEqual([])
})
