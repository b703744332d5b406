import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { AppProvider } from "@/components/shell/app-context"
import { memoryStorage, publicConfig as config } from "@/lib/client/testing/fixtures"
import { WalletHost } from "./wallet-host"

/** As much of a browser's window as wallets ask for. */
const page = Object.assign(new EventTarget(), {
  location: { origin: config.origin },
  localStorage: { ...memoryStorage(), removeItem: () => undefined },
})

beforeAll(() => vi.stubGlobal("window", page))
afterAll(() => vi.unstubAllGlobals())

test("wallets are asked for once in a page's life, also when React throws the first render away", () => {
  const asked = vi.fn<() => void>()
  page.addEventListener("eip6963:requestProvider", asked)
  const app = { config, children: createElement(WalletHost, { config }) }
  renderToStaticMarkup(createElement(AppProvider, app))
  renderToStaticMarkup(createElement(AppProvider, app))
  expect(asked, "a second configuration would not be connected again").toHaveBeenCalledTimes(1)
})
