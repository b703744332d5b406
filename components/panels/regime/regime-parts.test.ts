import { expect, test } from "vitest"
import { regimeContract } from "@/lib/endpoints/regime/contract"
import { regimeParts } from "./regime-parts"

const answer = regimeContract.response.parse(regimeContract.example)

test("the parts cover the observed days, oldest first, and end in the current regime", () => {
  const parts = regimeParts(answer)
  expect(parts.map(({ name }) => name)).toEqual(["Range", "Markup"])
  expect(parts.reduce((sum, { days }) => sum + days, 0)).toBe(180)
  expect(parts.at(-1)).toMatchObject({ from: "2026-11-04", days: answer.days_in_regime })
})

test("a change at the last close has one day, and the other parts fill the remaining days", () => {
  const changes = [{ date: "2026-11-20", from: "MARKUP", to: "RANGE" } as const, ...answer.changes]
  expect(regimeParts({ ...answer, changes }).map(({ days }) => days)).toEqual([163, 16, 1])
})

test("without a change there is one part that began before the observed days", () => {
  expect(regimeParts({ ...answer, changes: [] })).toEqual([{ name: "Markup", tone: "up", from: null, days: 180 }])
})
