import { expect, test } from "vitest"
import { checkOdds } from "./answer"

const candles = {
  candles: async () => null,
  price: async () => ({ value: 178, asOfMs: 0, fetchedAtMs: 0, source: "binance", isDisputed: false }),
}

test("a decimal comma is refused before it is charged, and the level that it makes is named", async () => {
  const asked = (level: number[]) => checkOdds({ coin: "SOL", level, hours: 24 }, { candles })
  await expect(asked([178, 5])).rejects.toMatchObject({
    details: { level: "5 is 10 times away from the price, which is 178; a comma separates levels" },
  })
  await expect(asked([1.78])).rejects.toThrow()
  await expect(asked([17_800])).rejects.toThrow()
  await expect(asked([5])).resolves.toBeUndefined()
  await expect(asked([17.9, 1779])).resolves.toBeUndefined()
})
