import { expect, test } from "vitest"
import { answerContracts } from "@/lib/api/answer-contracts"
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
