import fc from "fast-check"
import { expect, test } from "vitest"
import { anchorIn, withAnchor } from "./record-anchor"

const HEAD = "ab".repeat(32)

test("a head is read from call data with an anchor, also in upper case", () => {
  const data = fc
    .uint8Array({ maxLength: 300 })
    .map((bytes): `0x${string}` => `0x${Buffer.from(bytes).toString("hex")}`)
  fc.assert(
    fc.property(data, (call) => {
      const anchored = withAnchor(call, HEAD)
      expect(anchored.startsWith(call)).toBe(true)
      expect(anchorIn(anchored)).toBe(HEAD)
      expect(anchorIn(`0x${anchored.slice(2).toUpperCase()}`)).toBe(HEAD)
    }),
  )
})

test.each(["0x", `0x${HEAD}`, `0x53343032${HEAD.slice(2)}`, `0x${HEAD}53343032`])(
  "call data %s has no anchor",
  (data) => {
    expect(anchorIn(data)).toBeNull()
  },
)
