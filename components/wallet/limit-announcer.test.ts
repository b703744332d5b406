import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { holdBack } from "@/lib/client/budget/held-back"
import { LimitAnnouncer } from "./limit-announcer"

const said = () => renderToStaticMarkup(createElement(LimitAnnouncer)).replaceAll(/<[^>]+>/g, "")

test("that the limit is reached is said in the same words for one panel and for many", () => {
  expect(said(), "a live region is there before its words").toBe("")
  const first = holdBack()
  const words = said()
  expect(words).toBe("Your limit for today leaves too little for panels here. Their button changes it.")
  const second = holdBack()
  expect(said(), "the same words are not spoken again").toBe(words)
  first()
  expect(said()).toBe(words)
  second()
  expect(said()).toBe("")
})
