import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { AppProvider } from "@/components/app/app-context"
import { PaidPanel } from "@/components/panels/paid-panel"
import { product, publicConfig } from "@/tools/testing/client/fixtures"

function htmlOf(notSold: Readonly<Record<string, string>>): string {
  const panel = createElement(PaidPanel, {
    product: { ...product, endpoint: "signal", href: "/coins/BTC" },
    preview: "",
    decisionLine: "Whether to buy",
    owned: false,
  })
  const app = { config: { ...publicConfig, notSold }, children: panel }
  return renderToStaticMarkup(createElement(AppProvider, app))
}

test("the server offers no price, no button and nothing to sign for a product that is not sold", () => {
  const sold = htmlOf({})
  for (const words of ["View for $0.05", "what you sign", "$0.05"]) expect(sold).toContain(words)
  const unsold = htmlOf({ signal: "no provider of its data is allowed by SOURCES" })
  expect(unsold).toContain("Not sold now: no provider of its data is allowed by SOURCES.")
  for (const words of ["View for", "ou sign", "$0.05"]) expect(unsold).not.toContain(words)
})
