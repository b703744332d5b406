import fc from "fast-check"
import { expect, test } from "vitest"
import { isolateDirection } from "./isolate-direction"

test.each([
  ["שקל 12.5", "\u2068שקל\u2069 12.5"],
  ["A اسم عربي B", "A \u2068اسم عربي\u2069 B"],
  ['{"symbol":"דוג","price":3}', '{"symbol":"\u2068דוג\u2069","price":3}'],
  ["USDT 1.00", "USDT 1.00"],
])("the text %j becomes %j", (text, isolated) => {
  expect(isolateDirection(text)).toBe(isolated)
})

test("isolates are added in pairs, and removing them restores the text", () => {
  const unit = fc.constantFrom("א", "ع", " ", "1", "a", ",", "é")
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      const isolated = isolateDirection(text)
      expect(isolated.replaceAll(/[\u2068\u2069]/g, "")).toBe(text)
      expect(isolated.split("\u2068").length).toBe(isolated.split("\u2069").length)
    }),
  )
})
