import { expect, test } from "vitest"
import { product } from "@/lib/client/testing/fixtures"
import { choicesInQuery, type Choice, preferredChoices, productWithChoices, queryWithChoices } from "./choices"

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
const strategy = { ...product, id: "defi_recommend", endpoint: "defi_recommend", path: "/api/defi/recommend" }

test("a question is asked by what was chosen, always in the same order", () => {
  const asked = productWithChoices(strategy, choices, { chains: "OP Mainnet", risk: "aggressive" })
  expect(asked.path).toBe("/api/defi/recommend?risk=aggressive&chains=OP+Mainnet")
  expect(asked.id).toBe("defi_recommend?risk=aggressive&chains=OP+Mainnet")
  expect(productWithChoices(strategy, choices, {})).toEqual(strategy)
})

test("what is in doubt or held is asked again, the first of them first", () => {
  const first = (ids: readonly string[]) => preferredChoices("defi_recommend", choices, ids)
  const { id } = productWithChoices(strategy, choices, { chains: "OP Mainnet", risk: "aggressive" })
  expect(first([id, "defi_recommend?risk=aggressive"])).toEqual({ risk: "aggressive", chains: "OP Mainnet" })
  expect(first(["defi_recommend", id])).toEqual({})
})

test("what cannot be asked here, or is another thing, is passed over", () => {
  const first = (ids: readonly string[]) => preferredChoices("defi_recommend", choices, ids)
  const others = ["yields?risk=aggressive", "defi_recommend?risk=reckless", "defi_recommend?capital=5"]
  expect(first(others)).toEqual({})
  expect(first([...others, "defi_recommend?chains=OP+Mainnet"])).toEqual({ chains: "OP Mainnet" })
})

test("an address asks what it names, and what cannot be asked is passed over", () => {
  const asked = (query: string) => choicesInQuery(new URLSearchParams(query), choices)
  expect(asked("?chains=OP+Mainnet&risk=aggressive")).toEqual({ risk: "aggressive", chains: "OP Mainnet" })
  expect(asked("?risk=reckless&chains=OP+Mainnet&utm=x")).toEqual({ chains: "OP Mainnet" })
  for (const query of ["", "?risk=", "?risk=null", "?risk=moderate", "?capital=5"])
    expect(asked(query), query).toBeNull()
})

test("what is chosen stands in the address, beside what others wrote there", () => {
  const query = queryWithChoices("?chain=Base&risk=aggressive", choices, { chains: "OP Mainnet" })
  expect(query).toBe("?chain=Base&chains=OP+Mainnet")
  expect(choicesInQuery(new URLSearchParams(query), choices)).toEqual({ chains: "OP Mainnet" })
  expect(queryWithChoices("?risk=aggressive", choices, {})).toBe("")
})
