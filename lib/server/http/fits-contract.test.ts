import { expect, test } from "vitest"
import { z } from "zod"
import { fitsContract, MalformedAnswerError } from "./fits-contract"

test("requests that share an answer check it once, and a defect each time", () => {
  let checked = 0
  const isWhole = (value: number) => (checked++, Number.isInteger(value))
  const contract = { id: "count", response: z.object({ count: z.number().refine(isWhole) }) }
  const answer = { count: 1 }
  for (let request = 0; request < 3; request++) expect(fitsContract(contract, answer)).toBe(answer)
  expect(checked).toBe(1)
  const wrong = { count: 0.5 }
  for (let request = 0; request < 2; request++)
    expect(() => fitsContract(contract, wrong)).toThrow(MalformedAnswerError)
  expect(checked).toBe(3)
})
