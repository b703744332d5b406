import { permit2WitnessTypes } from "@x402/evm"
import fc from "fast-check"
import { hashTypedData } from "viem"
import { expect, test } from "vitest"
import { usdc } from "@/lib/domain/usdc"
import { digestOf, permitTypes, terms, typedPermit } from "@/lib/testing/payments/fixtures"
import { permit2Digest, permit2Separator } from "./permit2-digest"

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((b): `0x${string}` => `0x${Buffer.from(b).toString("hex")}`)

const permits = fc.record({
  method: fc.constant("permit2" as const),
  from: hex(20),
  to: hex(20),
  value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(usdc),
  validAfterS: fc.maxSafeNat(),
  validBeforeS: fc.maxSafeNat(),
  nonce: hex(32),
})

test("the digest of a permit is what official clients sign", () => {
  expect(permitTypes).toEqual(permit2WitnessTypes)
  fc.assert(
    fc.property(permits, (permit) => {
      expect(digestOf(permit)).toBe(hashTypedData(typedPermit(permit)))
    }),
    { numRuns: 300 },
  )
})

test("the same fields under the other method, of another token or on another chain are another digest", () => {
  fc.assert(
    fc.property(permits, (permit) => {
      const digests = [
        digestOf(permit),
        digestOf({ ...permit, method: "eip3009" }),
        permit2Digest(permit2Separator(8453), "0x00000000000000000000000000000000000000ee", permit),
        permit2Digest(permit2Separator(84_532), terms.asset, permit),
        hashTypedData(typedPermit(permit, "0x00000000000000000000000000000000000000ee")),
      ]
      expect(new Set(digests).size).toBe(5)
    }),
    { numRuns: 50 },
  )
})
