import { expect, test } from "vitest"
import { product } from "@/tools/testing/client/fixtures"
import type { Choice } from "@/components/panels/panel"
import { choicesInQuery, preferredChoices, productWithChoices, queryWithChoices } from "./choices"

const choices: readonly Choice[] = [
  {
    label: "Risk profile",
    param: "risk",
    options: [
      { name: "Moderate", value: null },
      { name: "Aggressive", value: "aggressive" },
    ],
  },
  {
    label: "Chain",
    param: "chains",
    options: [
      { name: "All chains", value: null },
      { name: "OP Mainnet", value: "OP Mainnet" },
    ],
  },
]
const strategy = {
  ...product,
  id: "defi_recommend",
  endpoint: "defi_recommend",
  path: "/api/defi/recommend",
  href: "/defi",
}

test("parameters keep the order of the contract, whatever was chosen first", () => {
  const asked = productWithChoices(strategy, choices, { chains: "OP Mainnet", risk: "aggressive" })
  expect(asked.path).toBe("/api/defi/recommend?risk=aggressive&chains=OP+Mainnet")
  expect(asked.id).toBe("defi_recommend?risk=aggressive&chains=OP+Mainnet")
  expect(productWithChoices(strategy, choices, {})).toEqual(strategy)
})

test("unfinished payments are preferred over owned answers", () => {
  const first = (ids: readonly string[]) => preferredChoices("defi_recommend", choices, ids)
  const { id } = productWithChoices(strategy, choices, { chains: "OP Mainnet", risk: "aggressive" })
  expect(first([id, "defi_recommend?risk=aggressive"])).toEqual({ risk: "aggressive", chains: "OP Mainnet" })
  expect(first(["defi_recommend", id])).toEqual({})
})

test("invalid or unrelated products are ignored", () => {
  const first = (ids: readonly string[]) => preferredChoices("defi_recommend", choices, ids)
  const others = ["yields?risk=aggressive", "defi_recommend?risk=reckless", "defi_recommend?capital=5"]
  expect(first(others)).toEqual({})
  expect(first([...others, "defi_recommend?chains=OP+Mainnet"])).toEqual({ chains: "OP Mainnet" })
})

test("a query selects known values and ignores unknown ones", () => {
  const asked = (query: string) => choicesInQuery(new URLSearchParams(query), choices)
  expect(asked("?chains=OP+Mainnet&risk=aggressive")).toEqual({ risk: "aggressive", chains: "OP Mainnet" })
  expect(asked("?risk=reckless&chains=OP+Mainnet&utm=x")).toEqual({ chains: "OP Mainnet" })
  for (const query of ["", "?risk=", "?risk=null", "?risk=moderate", "?capital=5"])
    expect(asked(query), query).toBeNull()
})

test("choices are written to the query and other parameters are kept", () => {
  const query = queryWithChoices("?chain=Base&risk=aggressive", choices, { chains: "OP Mainnet" })
  expect(query).toBe("?chain=Base&chains=OP+Mainnet")
  expect(choicesInQuery(new URLSearchParams(query), choices)).toEqual({ chains: "OP Mainnet" })
  expect(queryWithChoices("?risk=aggressive", choices, {})).toBe("")
})
