import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { addBlockedPanel } from "@/lib/client/budget/blocked-panels"
import { LimitAnnouncer } from "./limit-announcer"

const announcement = () =>
  renderToStaticMarkup(createElement(LimitAnnouncer))
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&#x27;", "'")

test("the reached limit is announced with the same text for one panel and for many", () => {
  expect(announcement(), "a live region is there before its words").toBe("")
  const first = addBlockedPanel()
  const words = announcement()
  expect(words).toBe("Today's limit is too low for some panels here. Their button raises it.")
  const second = addBlockedPanel()
  expect(announcement(), "the same text is not announced again").toBe(words)
  first()
  expect(announcement()).toBe(words)
  second()
  expect(announcement()).toBe("")
})
