import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, test } from "vitest"
import { defiRecommendContract } from "@/lib/endpoints/defi-recommend/contract"
import { defiRecommendPanel } from "@/components/panels/defi-recommend/panel"
import { productOf } from "@/components/panels/product/product-of"
import { productWithChoices } from "@/components/panels/product/choices"
import { committedText, givenOf, ParamForm } from "./try-it"

const sold = { ...defiRecommendContract, ...defiRecommendPanel }

const params = [
  {
    name: "risk",
    where: "query",
    options: ["moderate", "aggressive"],
    fallback: "moderate",
    example: null,
    kind: "text",
  },
  { name: "project", where: "query", options: [], fallback: null, example: null, kind: "text" },
] as const

test("parameters are disabled while a payment for them is in progress", () => {
  const htmlOf = (disabled: boolean) =>
    renderToStaticMarkup(createElement(ParamForm, { params, values: {}, disabled, onChange: () => undefined }))
  expect(htmlOf(true).match(/<(select|input)[^>]* disabled=""/g)).toHaveLength(params.length)
  expect(htmlOf(false)).not.toContain("disabled")
})

describe("the same parameters are one product", () => {
  const field = { where: "query", options: [], fallback: null, example: null, kind: "text" } as const
  const fields = [
    { ...field, name: "risk", fallback: "moderate" },
    { ...field, name: "capital", fallback: "10000" },
    { ...field, name: "chains", fallback: "all" },
  ]
  const idOf = (values: Readonly<Record<string, string>>) => productOf(sold, givenOf(fields, values)).id

  test("in any order", () => {
    const id = "defi_recommend?risk=aggressive&chains=Base"
    expect([idOf({ risk: "aggressive", chains: "Base" }), idOf({ chains: "Base", risk: "aggressive" })]).toEqual([
      id,
      id,
    ])
  })

  test("with explicit or implicit defaults", () => {
    const ids = [{}, { risk: "moderate" }, { risk: "", capital: "10000", chains: "all" }].map(idOf)
    expect(ids).toEqual(Array(3).fill("defi_recommend"))
  })

  test("on the docs page and on a page with choices", () => {
    const choices = ["risk", "capital", "chains"].map((param) => ({ label: param, param, options: [] }))
    const params = { chains: "Base", capital: "1000" }
    expect(productWithChoices(productOf(sold), choices, params).id).toBe(idOf(params))
  })

  test("with path parameters always included", () => {
    expect(givenOf([{ ...field, name: "coin", where: "path" }], { coin: "BTC" })).toEqual({ coin: "BTC" })
  })
})

test.each([
  ["178,5", "number", "178.5"],
  ["1,234.5", "number", "1234.5"],
  ["95.000", "number", null],
  ["95000", "numbers", "95000"],
  ["95000; 98000.5", "numbers", "95000,98000.5"],
  ["95000, 98000", "numbers", "95000,98000"],
  ["95000,98000", "numbers", null],
  ["95.000", "numbers", null],
  ["", "number", ""],
  ["0.2,Base", "text", "0.2,Base"],
] as const)("the typed %j of a %s is sent as %j", (text, kind, sent) => expect(committedText(text, kind)).toBe(sent))
