import { expect, test } from "vitest"
import { catalogue } from "@/lib/api/catalogue"
import { type Contract, isPaid } from "@/lib/api/contract"
import { previewRows } from "./preview-rows"

const sold: readonly Contract[] = (catalogue satisfies readonly Contract[]).filter((contract) => isPaid(contract))

test.each(sold.map(({ id }) => id))("what %s holds is said before it is bought", (id) => {
  expect(previewRows[id]?.length).toBeGreaterThanOrEqual(3)
})

test("a preview invents no number: the only digits are of the offer itself", () => {
  const money = /\$\s?\d|\d\s?USDC|\d,\d{3}/
  for (const rows of Object.values(previewRows)) for (const [, text] of rows) expect(text).not.toMatch(money)
})
