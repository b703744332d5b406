import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { Env } from "@/lib/server/config/variables"
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

test("every alert has an action, and a paragraph in the runbook; the runbook has no other", () => {
  const rules = readFileSync("ops/alerts.yml", "utf8")
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  expect(rules.match(/action: /g)).toHaveLength(alerts.length)
  const manual = readFileSync("docs/operating.md", "utf8")
  const [, runbook = ""] = /## When an alert fires\n(.*?)\n## /s.exec(manual) ?? []
  const paragraphs = [...runbook.matchAll(/^\*\*(\w+)\.\*\* /gm)].map(([, name]) => name)
  expect(new Set(paragraphs)).toEqual(new Set(alerts))
  expect(paragraphs).toHaveLength(alerts.length)
})

test("every alert has a unit test in which it fires", () => {
  const names = [...readFileSync("ops/alerts.yml", "utf8").matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const fired = [...readFileSync("ops/alerts.test.yml", "utf8").matchAll(/alertname="(\w+)"/g)].map(([, name]) => name)
  expect(fired).toEqual(names)
})

test("an alert about ether looks at each account", () => {
  const rules = readFileSync("ops/alerts.yml", "utf8")
  const gas = [...rules.matchAll(/expr: (.*(?:gas_batches|gas_claims).*)/g)].map(([, expr]) => expr)
  expect(gas).toHaveLength(2)
  for (const expr of gas) expect(expr).toMatch(/^min by \(account\)/)
})

test("the unit of reconcile gets no key and no credential", () => {
  const unit = readFileSync("ops/signal402-reconcile.service", "utf8")
  const unset = (/^UnsetEnvironment=(.*)$/m.exec(unit)?.[1] ?? "").split(" ")
  const secret = Object.keys(Env.shape).filter((name) => /PRIVATE_KEY|SECRET|TOKEN|API_KEY|AUTH_HEADER/.test(name))
  expect(secret.length).toBeGreaterThan(6)
  expect(secret.filter((name) => !unset.includes(name))).toEqual([])
})
