import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { createMetrics } from "@/lib/server/runtime/metrics/metrics"

const names = new Set(
  createMetrics()
    .registry.getMetricsAsArray()
    .map(({ name }) => name),
)

/** A histogram has a series for its buckets, its sum and its count. */
const isKnown = (used: string) => names.has(used.replace(/_(?:bucket|sum|count)$/, "")) || names.has(used)

test.each(["ops/alerts.yml", "ops/grafana.json"])("%s uses only metrics that exist", (file) => {
  const used = readFileSync(file, "utf8").match(/signal402_\w+|nodejs_\w+/g) ?? []
  expect(used.length).toBeGreaterThan(10)
  expect(used.filter((name) => !isKnown(name))).toEqual([])
})

test("ops/alerts.yml has seventeen alerts, each with an action", () => {
  const rules = readFileSync("ops/alerts.yml", "utf8")
  expect(rules.match(/- alert: /g)).toHaveLength(17)
  expect(rules.match(/action: /g)).toHaveLength(17)
})
