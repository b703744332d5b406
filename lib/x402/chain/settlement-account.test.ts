import fc from "fast-check"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { expect, test } from "vitest"
import { numberToHex, serializeTransaction } from "viem"
import { settlementAccount, encodeTransaction } from "./settlement-account"

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

const hex = (constraints: fc.IntArrayConstraints) =>
  fc.uint8Array(constraints).map((bytes): `0x${string}` => `0x${Buffer.from(bytes).toString("hex")}`)

/** Also small numbers, which have another encoding. */
const number = (most: bigint) => fc.oneof(fc.bigInt(0n, 300n), fc.bigInt(0n, most))
const word = number(2n ** 256n - 1n)

const transactions = fc.record({
  type: fc.constant("eip1559" as const),
  chainId: fc.integer({ min: 1, max: 2 ** 31 }),
  nonce: fc.nat(),
  fees: fc.tuple(number(10n ** 12n), number(10n ** 12n)),
  gas: number(30_000_000n),
  to: hex({ minLength: 20, maxLength: 20 }),
  value: number(10n ** 24n),
  data: fc.oneof(hex({ maxLength: 1 }), hex({ minLength: 50, maxLength: 70 }), hex({ maxLength: 70_000, size: "max" })),
  signature: fc.record({ yParity: fc.constantFrom(0, 1), r: word, s: word }),
})

test("a transaction has the bytes that viem gives it, unsigned and signed", () => {
  fc.assert(
    fc.property(transactions, ({ fees: [one, other], signature, ...fields }) => {
      const [maxPriorityFeePerGas, maxFeePerGas] = one < other ? [one, other] : [other, one]
      const transaction = { ...fields, maxPriorityFeePerGas, maxFeePerGas }
      const { unsigned, signed } = encodeTransaction(transaction)
      expect(unsigned).toBe(serializeTransaction(transaction))
      const { yParity, r, s } = signature
      const asHex = { yParity, r: numberToHex(r, { size: 32 }), s: numberToHex(s, { size: 32 }) }
      expect(signed(signature)).toBe(serializeTransaction(transaction, asHex))
    }),
    { numRuns: 200 },
  )
})

test("absent value and data are encoded as zero and empty", () => {
  const fees = { maxPriorityFeePerGas: 1n, maxFeePerGas: 2n, gas: 21_000n }
  const to = "0xcA11bde05977b3631167028862bE2a173976CA11"
  const transaction = { type: "eip1559", chainId: 8453, nonce: 0, to, ...fees } as const
  expect(encodeTransaction(transaction).unsigned).toBe(serializeTransaction(transaction))
})
