import { expect, test } from "vitest"
import type { Contract } from "@/lib/api/contract"
import { answerContracts } from "@/lib/endpoints"
import { decisionLines } from "./decision-lines"
import { previewRows } from "./preview-rows"

const sold: readonly Contract[] = answerContracts

test.each(sold.map(({ id }) => id))("the content of %s is described before purchase", (id) => {
  expect(previewRows[id]?.length).toBeGreaterThanOrEqual(3)
  expect(decisionLines[id]?.length).toBeGreaterThan(10)
})

test("a preview contains no market figures", () => {
  const money = /\$\s?\d|\d\s?USDC|\d,\d{3}/
  for (const rows of Object.values(previewRows)) for (const [, text] of rows) expect(text).not.toMatch(money)
})
