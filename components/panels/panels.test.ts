import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { answerContracts } from "@/lib/endpoints"
import { catalogue } from "@/lib/endpoints/catalogue"
import type { Contract } from "@/lib/api/contract"
import { screens } from "@/lib/client/screens"
import { panelOf, panels, panelsOn } from "./index"

const sold: readonly Contract[] = answerContracts

test.each(sold.map(({ id }) => id))("the content of %s is described before purchase", (id) => {
  expect(panelOf(id)?.preview.length).toBeGreaterThanOrEqual(3)
  expect(panelOf(id)?.decisionLine.length).toBeGreaterThan(10)
})

test("a preview contains no market figures", () => {
  const money = /\$\s?\d|\d\s?USDC|\d,\d{3}/
  for (const { preview } of panels) for (const [, text] of preview) expect(text).not.toMatch(money)
})

test("every panel sells an endpoint and has a screen", () => {
  expect(panels.map(({ id }) => id).toSorted()).toEqual(sold.map(({ id }) => id).toSorted())
  const shown = new Set(screens.flatMap(({ href }) => panelsOn(href)))
  expect(panels.filter((panel) => !shown.has(panel))).toEqual([])
})

test("every folder with a view is that of an endpoint", () => {
  const withView = readdirSync(import.meta.dirname).filter((name) =>
    existsSync(join(import.meta.dirname, name, "answer.tsx")),
  )
  const paid = new Set(catalogue.flatMap(({ id, price }) => (price === null ? [] : [id.replaceAll("_", "-")])))
  expect(withView.filter((folder) => !paid.has(folder))).toEqual([])
  expect(withView).toEqual(expect.arrayContaining(panels.map(({ id }) => id.replaceAll("_", "-"))))
})

test("a choice is a parameter of its endpoint, and its default is to leave the parameter out", () => {
  for (const { id, choices = [] } of panels) {
    const query = sold.find((contract) => contract.id === id)?.queryParams
    for (const { param, options } of choices) {
      expect(options.filter(({ value }) => value === null)).toHaveLength(1)
      for (const { value } of options) {
        expect(query?.safeParse(value === null ? {} : { [param]: value }).success, `${id} ${param}=${value}`).toBe(true)
      }
    }
  }
})
