import fc from "fast-check"
import { concat, serializeErc6492Signature } from "viem"
import { expect, test } from "vitest"
import { unwrapSignature } from "./erc6492"

const hex = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((bytes): `0x${string}` => `0x${Buffer.from(bytes).toString("hex")}`)

test("what is wrapped comes out as it went in", () => {
  fc.assert(
    fc.property(hex(20, 20), hex(0, 200), hex(0, 300), (address, data, signature) => {
      const unwrapped = unwrapSignature(serializeErc6492Signature({ address, data, signature }))
      expect(unwrapped.signature).toBe(signature)
      expect(unwrapped.deployment?.factory.toLowerCase()).toBe(address)
      expect(unwrapped.deployment?.data).toBe(data)
    }),
  )
})

test("a plain signature stays as it is, and so does a wrapping that cannot be read", () => {
  fc.assert(
    fc.property(hex(0, 400), (bytes) => {
      expect(unwrapSignature(bytes)).toEqual({ signature: bytes, deployment: null })
      const marked = concat([bytes, `0x${"6492".repeat(16)}`])
      expect(() => unwrapSignature(marked)).not.toThrow()
    }),
  )
})
