import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { addBlockedPanel } from "@/lib/client/budget/blocked-panels"
import { LimitAnnouncer } from "./limit-announcer"

const said = () =>
  renderToStaticMarkup(createElement(LimitAnnouncer))
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&#x27;", "'")

test("the reached limit is announced with the same text for one panel and for many", () => {
  expect(said(), "a live region is there before its words").toBe("")
  const first = addBlockedPanel()
  const words = said()
  expect(words).toBe("Today's limit is too low for some panels here. Their button raises it.")
  const second = addBlockedPanel()
  expect(said(), "the same text is not announced again").toBe(words)
  first()
  expect(said()).toBe(words)
  second()
  expect(said()).toBe("")
})
