import fc from "fast-check"
import { expect, test } from "vitest"
import { geoClasses, type GeoClassName } from "./geo-class"
import { assessSeverity, type Evidence, isAtLeast } from "./severity"

function assess(name: GeoClassName, domains: number, z: number | null, rest: Partial<Evidence> = {}) {
  return assessSeverity(geoClasses[name], { domains, tier1Domains: 2, isStateMediaOnly: false, z, ...rest })
}

test.each([
  ["full-scale invasion", "war_act", 12, 3, 98, "CRITICAL"],
  ["daily strike in an ongoing war", "war_act", 3, 0.2, 45, "MEDIUM"],
  ["escalation spike", "war_escalation", 12, 2, 70, "HIGH"],
  ["strait closed", "chokepoint_closed", 12, 3, 98, "CRITICAL"],
  ["ship harassed", "chokepoint_threat", 4, 1, 36, "MEDIUM"],
  ["100% tariff on a G20 partner", "tariffs_broad", 12, 3, 75, "CRITICAL"],
  ["tariff threat in a post", "tariffs_threat", 12, 0, 28, "MEDIUM"],
  ["entity listing", "sanctions_listing", 3, 0, 20, "LOW"],
  ["bank and energy sanctions package", "sanctions_package", 10, 2, 62, "HIGH"],
  ["nuclear rhetoric", "nuclear_threat", 6, 1, 58, "HIGH"],
  ["coup in a small state", "coup_minor", 8, 3, 37, "MEDIUM"],
  ["single-source missile claim", "war_escalation", 1, 0, 28, "MEDIUM"],
  ["ceasefire signed", "de_escalation", 12, 3, 57, "HIGH"],
  ["failure of a stablecoin bank", "financial_rails", 12, 3, 69, "HIGH"],
] as const)("%s", (_, name, domains, z, score, severity) => {
  expect(assess(name, domains, z)).toMatchObject({ score, severity })
})

test("each severity gate applies at its threshold and is named", () => {
  expect(assess("nuclear_use", 1, 9)).toMatchObject({ severity: "MEDIUM" })
  expect(assess("nuclear_use", 1, 9).gates).toContain("single_domain")
  expect(assess("nuclear_use", 2, 9)).toMatchObject({ score: 76, severity: "MEDIUM" })
  expect(assess("nuclear_use", 4, 9)).toMatchObject({ severity: "HIGH", gates: ["critical_needs_5_domains"] })
  expect(assess("nuclear_use", 5, 9)).toMatchObject({ severity: "CRITICAL", gates: [] })
  expect(assess("nuclear_use", 12, 9, { tier1Domains: 1 }).gates).toEqual(["critical_needs_2_tier1"])
  expect(assess("nuclear_use", 12, 1.9).gates).toEqual(["critical_needs_novelty"])
  expect(assess("nuclear_use", 12, 9, { isStateMediaOnly: true })).toMatchObject({ severity: "MEDIUM" })
  expect(assess("war_escalation", 12, 9).gates).toEqual(["critical_needs_act"])
  expect(assess("nuclear_threat", 12, 9)).toMatchObject({ score: 92, severity: "CRITICAL" })
})

test("an unknown novelty counts as usual and is never CRITICAL", () => {
  expect(assess("nuclear_use", 12, null)).toMatchObject({
    score: 100,
    severity: "HIGH",
    gates: ["critical_needs_novelty"],
    parts: { novelty: 1 },
  })
})

test("more independent domains do not lower the severity", () => {
  const names = fc.constantFrom(...(Object.keys(geoClasses) as GeoClassName[]))
  const z = fc.option(fc.double({ min: -5, max: 20, noNaN: true }), { nil: null })
  fc.assert(
    fc.property(names, fc.integer({ min: 1, max: 30 }), z, fc.nat(5), (name, domains, novelty, tier1Domains) => {
      const fewer = assess(name, domains, novelty, { tier1Domains })
      const more = assess(name, domains + 1, novelty, { tier1Domains })
      expect(isAtLeast(more.severity, fewer.severity)).toBe(true)
      expect(more.score).toBeGreaterThanOrEqual(fewer.score)
    }),
  )
})
