import fc from "fast-check"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { expect, test } from "vitest"
import { settlementAccount } from "./settlement-account"

test("signs to the same bytes as viem's account", async () => {
  const transactions = fc.record({
    nonce: fc.nat(),
    gas: fc.bigInt(21_000n, 10_000_000n),
    maxFeePerGas: fc.bigInt(1n, 10n ** 12n),
    data: fc.uint8Array({ maxLength: 600 }).map((bytes): `0x${string}` => `0x${Buffer.from(bytes).toString("hex")}`),
  })
  await fc.assert(
    fc.asyncProperty(transactions, async (fields) => {
      const key = generatePrivateKey()
      const transaction = {
        type: "eip1559",
        chainId: 8453,
        to: "0xcA11bde05977b3631167028862bE2a173976CA11",
        maxPriorityFeePerGas: 1n,
        ...fields,
      } as const
      const [own, reference] = [settlementAccount(key), privateKeyToAccount(key)]
      expect(own.address).toBe(reference.address)
      expect(await own.signTransaction(transaction)).toBe(await reference.signTransaction(transaction))
    }),
    { numRuns: 50 },
  )
})
