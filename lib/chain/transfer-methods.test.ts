import fc from "fast-check"
import { encodeFunctionData } from "viem"
import { expect, test } from "vitest"
import { usdc } from "@/lib/domain/usdc"
import { terms } from "@/lib/testing/payments/fixtures"
import { authorizationStateCall, transferCall } from "./transfer-methods"
import { usdcAbi } from "./usdc-abi"

const hex = (minLength: number, maxLength = minLength) =>
  fc.uint8Array({ minLength, maxLength }).map((bytes): `0x${string}` => `0x${Buffer.from(bytes).toString("hex")}`)

const proofs = fc.record({
  from: hex(20),
  to: hex(20),
  value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(usdc),
  validAfterS: fc.maxSafeNat(),
  validBeforeS: fc.maxSafeNat(),
  nonce: hex(32),
  signature: hex(65, 300),
  deployment: fc.constant(null),
})

test("the calls are encoded like viem's", () => {
  fc.assert(
    fc.property(proofs, (proof) => {
      const { from, to, value, validAfterS, validBeforeS, nonce, signature } = proof
      const args = [from, to, value, BigInt(validAfterS), BigInt(validBeforeS), nonce, signature] as const
      const transfer = encodeFunctionData({ abi: usdcAbi, functionName: "transferWithAuthorization", args })
      const state = encodeFunctionData({ abi: usdcAbi, functionName: "authorizationState", args: [from, nonce] })
      expect(transferCall(terms.asset, proof)).toEqual([terms.asset, transfer])
      expect(authorizationStateCall(terms.asset, proof)).toEqual([terms.asset, state])
    }),
  )
})
