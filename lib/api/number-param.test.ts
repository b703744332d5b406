import { expect, test } from "vitest"
import { riskContract } from "@/lib/endpoints/risk/contract"

const read = (risk_pct: string) => riskContract.queryParams.safeParse({ risk_pct })

test("a decimal that String() writes for a number is parsed as the same number", () => {
  for (const number of [1 / 3, 0.1 + 0.2, 0.05000000000000001, 9.999999999999998, 1, 0.5]) {
    expect(read(String(number)).data, String(number)).toMatchObject({ risk_pct: number })
  }
})

test("text that is not a plain decimal within the bounds is rejected", () => {
  for (const text of ["", "1e0", "0x1", "1.", ".5", " 1", "+1", `0.${"3".repeat(21)}`]) {
    expect(read(text).error?.issues[0]?.message, text).toBe("must be a decimal number of at most 20 decimals")
  }
  for (const text of ["0.04999999999999999", "10.000000000000002"]) expect(read(text).success, text).toBe(false)
})
