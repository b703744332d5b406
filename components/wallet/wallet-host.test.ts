import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { AppProvider } from "@/components/app/app-context"
import { PAYER, publicConfig as config } from "@/tools/testing/client/fixtures"
import { pageWagmi } from "@/lib/client/wallet/wagmi-config"
import { rememberConnection } from "@/lib/client/wallet/wallet-store"
import { WalletHost } from "./wallet-host"

const items = new Map<string, string>()
const localStorage = {
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => void items.set(key, value),
  removeItem: (key: string) => void items.delete(key),
}

/** The part of `window` that wallets use. */
const page = Object.assign(new EventTarget(), { location: { origin: config.origin }, localStorage })

beforeAll(() => {
  vi.stubGlobal("window", page)
  vi.stubGlobal("localStorage", localStorage)
})
afterAll(() => vi.unstubAllGlobals())

function render(): void {
  const app = { config, children: createElement(WalletHost, { config }) }
  renderToStaticMarkup(createElement(AppProvider, app))
}

test("wallets are requested once per page, even if React discards the first render", () => {
  const asked = vi.fn<() => void>()
  page.addEventListener("eip6963:requestProvider", asked)
  render()
  render()
  expect(asked, "a second configuration would not be connected again").toHaveBeenCalledTimes(1)
})

test("an authorized wallet reconnects only where it was connected before", async () => {
  const info = { uuid: "1", name: "Trusting", icon: "data:,", rdns: "com.example" }
  const answers: Readonly<Record<string, unknown>> = { eth_accounts: [PAYER], eth_chainId: "0x2105" }
  const provider = {
    on: () => undefined,
    removeListener: () => undefined,
    request: ({ method }: { readonly method: string }) => Promise.resolve(answers[method]),
  }
  page.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: { info, provider } }))
  const wagmi = pageWagmi(config, config.origin)

  render()
  expect(wagmi.state.status, "a new visitor").toBe("disconnected")
  rememberConnection(true)
  const connected = new Promise((resolve) => {
    wagmi.subscribe(
      ({ status }) => status,
      (status) => status === "connected" && resolve(status),
    )
  })
  render()
  await connected
  expect([...wagmi.state.connections.values()]).toMatchObject([{ accounts: [PAYER] }])

  rememberConnection(false)
  render()
  expect(wagmi.state.connections.size, "what is connected stays, also where nothing is remembered").toBe(1)
})
