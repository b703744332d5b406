import fc from "fast-check"
import { expect, test } from "vitest"
import { articleLink, cleanText, httpsLink } from "./provider-text"

test.each([
  ["USDT\u200B", "USDT"],
  ["\u202ETDSU", "USDT"],
  ["a \u202Ecb\u202C d", "a bc d"],
  ["Two\u0000\n lines", "Two lines"],
  ["  ", ""],
  ["👩‍👩", "👩👩"],
])("the text %j is cleaned to %j", (text, clean) => {
  expect(cleanText(text, 100)).toBe(clean)
})

test("a name of 200,000 characters is shortened", () => {
  expect(cleanText("x".repeat(200_000), 100)).toBe(`${"x".repeat(99)}…`)
})

test("clean text has no format character and at most the maximum length", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.integer({ min: 1, max: 50 }), (text, max) => {
      const clean = cleanText(text, max)
      expect(clean).not.toMatch(/[\p{Cf}\p{Cc}]/u)
      expect(Array.from(clean).length).toBeLessThanOrEqual(max)
    }),
  )
})

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "//evil.example",
  "http://a.example",
  "https://u:p@a.example",
  "",
])("%j is refused as a link", (text) => {
  expect(httpsLink(text)).toBeNull()
})

test("https links are kept, and http links of articles become https", () => {
  expect(httpsLink("https://a.example/x")).toBe("https://a.example/x")
  expect(articleLink("http://a.example/x")).toBe("https://a.example/x")
  expect(articleLink("ftp://a.example/x")).toBeNull()
})
