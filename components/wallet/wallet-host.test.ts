import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { AppProvider } from "@/components/shell/app-context"
import { memoryStorage, terms } from "@/lib/client/testing/fixtures"
import { WalletHost } from "./wallet-host"

const config = {
  ...terms,
  mode: "sandbox",
  origin: "https://signal402.example",
  networkName: "Base sandbox",
  redeliveryWindowMs: 900_000,
  rpcUrl: "/rpc",
  explorerUrl: null,
  walletConnectProjectId: null,
  faucet: true,
  browserWallets: true,
} as const

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
