import { expect, test } from "vitest"
import { wantsHtml } from "./wants-html"

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

test.each([
  [BROWSER, true],
  ["text/html", true],
  ["text/html, application/json;q=0.9", true],
  ["text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", true],
  ["*/*", false],
  ["application/json", false],
  ["application/json, text/html;q=0.5", false],
  ["application/json, text/html", false],
  ["application/xhtml+xml,text/html;q=0", false],
  ["text/plain", false],
  ["", false],
  ["rubbish;;;,", false],
])("wantsHtml() for Accept %j is %s", (accept, expected) => {
  expect(wantsHtml(new Headers({ accept }))).toBe(expected)
})

test("a request without an Accept header does not want HTML", () => {
  expect(wantsHtml(new Headers())).toBe(false)
})

test.each(["PAYMENT-SIGNATURE", "X-PAYMENT", "SIGN-IN-WITH-X", "Authorization"])(
  "a request with a payment in %s does not want HTML",
  (name) => {
    const value = name === "Authorization" ? "Payment e30" : "e30="
    expect(wantsHtml(new Headers({ accept: BROWSER, [name]: value }))).toBe(false)
  },
)
