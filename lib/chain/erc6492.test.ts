import fc from "fast-check"
import { concat, serializeErc6492Signature } from "viem"
import { expect, test } from "vitest"
import { unwrapSignature, wrapSignature } from "./erc6492"

const hex = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((bytes): `0x${string}` => `0x${Buffer.from(bytes).toString("hex")}`)

test("unwrapping is the inverse of wrapping", () => {
  fc.assert(
    fc.property(hex(20, 20), hex(0, 200), hex(0, 300), (address, data, signature) => {
      const wrapped = serializeErc6492Signature({ address, data, signature })
      const unwrapped = unwrapSignature(wrapped)
      expect(unwrapped).toEqual({ signature, deployment: { factory: address, data } })
      expect(wrapSignature(unwrapped)).toBe(wrapped)
    }),
  )
})

test("a plain signature and a malformed wrapper stay unchanged", () => {
  fc.assert(
    fc.property(hex(0, 400), (bytes) => {
      expect(unwrapSignature(bytes)).toEqual({ signature: bytes, deployment: null })
      const marked = concat([bytes, `0x${"6492".repeat(16)}`])
      expect(() => unwrapSignature(marked)).not.toThrow()
    }),
  )
})
