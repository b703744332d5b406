import fc from "fast-check"
import { concat, serializeErc6492Signature, hashTypedData } from "viem"
import { expect, test } from "vitest"
import { usdc } from "@/lib/domain/usdc"
import { separator, typedTransfer } from "@/tools/testing/payments/fixtures"
import { unwrapSignature, wrapSignature, authorizationDigest, domainSeparator } from "./authorization"

const hexBytes = (minLength: number, maxLength = minLength) =>
  fc.uint8Array({ minLength, maxLength }).map((bytes): `0x${string}` => `0x${Buffer.from(bytes).toString("hex")}`)

test("unwrapping is the inverse of wrapping", () => {
  fc.assert(
    fc.property(hexBytes(20), hexBytes(0, 200), hexBytes(0, 300), (address, data, signature) => {
      const wrapped = serializeErc6492Signature({ address, data, signature })
      const unwrapped = unwrapSignature(wrapped)
      expect(unwrapped).toEqual({ signature, deployment: { factory: address, data } })
      expect(wrapSignature(unwrapped)).toBe(wrapped)
    }),
  )
})

test("a plain signature and a malformed wrapper stay unchanged", () => {
  fc.assert(
    fc.property(hexBytes(0, 400), (bytes) => {
      expect(unwrapSignature(bytes)).toEqual({ signature: bytes, deployment: null })
      const marked = concat([bytes, `0x${"6492".repeat(16)}`])
      expect(() => unwrapSignature(marked)).not.toThrow()
    }),
  )
})

const transfers = fc.record({
  from: hexBytes(20),
  to: hexBytes(20),
  value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(usdc),
  validAfterS: fc.maxSafeNat(),
  validBeforeS: fc.maxSafeNat(),
  nonce: hexBytes(32),
})

test("the digest equals viem's hashTypedData", () => {
  fc.assert(
    fc.property(transfers, (transfer) => {
      expect(authorizationDigest(separator, transfer)).toBe(hashTypedData(typedTransfer(transfer)))
    }),
    { numRuns: 300 },
  )
})

test("the domain separator of USDC on Base equals its contract's", () => {
  const verifyingContract = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
  // https://basescan.org/address/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913#readProxyContract, DOMAIN_SEPARATOR
  expect(domainSeparator({ name: "USD Coin", version: "2", chainId: 8453, verifyingContract })).toBe(
    "0x02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f",
  )
})

test("name, version, chain and contract each change the domain separator", () => {
  const domain = { name: "USD Coin", version: "2", chainId: 8453, verifyingContract: `0x${"11".repeat(20)}` } as const
  const others = [
    { ...domain, name: "USDC" },
    { ...domain, version: "1" },
    { ...domain, chainId: 84_532 },
    { ...domain, verifyingContract: `0x${"22".repeat(20)}` } as const,
  ]
  expect(new Set([domain, ...others].map(domainSeparator)).size).toBe(5)
})
