import { createElement, type ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { afterEach, expect, test } from "vitest"
import { AppProvider } from "@/components/app/app-context"
import { PAYER, publicConfig as config } from "@/tools/testing/client/fixtures"
import { notLoaded, walletStore } from "@/lib/client/wallet/wallet-store"
import { WalletChoice } from "./wallet-choice"
import { WalletDetails } from "./wallet-details"

afterEach(() => walletStore.set(notLoaded))

function htmlOf(children: ReactNode): string {
  const app = { config, children }
  return renderToStaticMarkup(createElement(AppProvider, app))
}

test("each of two browser wallets is described by its own note", () => {
  const browser = { icon: null, kind: "browser" } as const
  const options = [
    { ...browser, id: "1", name: "Rabby" },
    { ...browser, id: "2", name: "Frame" },
  ]
  walletStore.set({ ...notLoaded, phase: "disconnected", options })
  const html = htmlOf(createElement(WalletChoice))
  const ids = [...html.matchAll(/<small id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(2)
  expect([...html.matchAll(/aria-describedby="([^"]+)"/g)].map(([, id]) => id)).toEqual(ids)
})

test("during the faucet transfer its button keeps the focus", () => {
  const wallet = {
    address: PAYER,
    name: "Demo wallet",
    kind: "demo",
    appHref: null,
    chainOk: true,
    balance: 0n,
  } as const
  const details = (funding: boolean) => htmlOf(createElement(WalletDetails, { wallet, funding }))
  expect(details(true)).toMatch(/<button[^>]* aria-disabled="true"[^>]*>Adding play money…/)
  expect(details(true)).not.toContain(" disabled")
  expect(details(false)).toMatch(/<button[^>]* aria-disabled="false"[^>]*>Add 10 play USDC/)
})
