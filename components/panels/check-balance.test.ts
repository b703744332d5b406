import { createElement, createRef } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { afterEach, expect, test } from "vitest"
import { AppProvider } from "@/components/app/app-context"
import { publicConfig } from "@/tools/testing/client/fixtures"
import { walletActions } from "@/lib/client/wallet/wallet-store"
import { CheckBalance } from "./check-balance"

function provideActions(): void {
  const nothing = () => undefined
  const unsigned = () => Promise.reject(new Error("Nothing is signed here."))
  walletActions.set({
    connect: nothing,
    stopConnecting: nothing,
    disconnect: nothing,
    switchNetwork: nothing,
    refreshBalance: () => Promise.resolve(null),
    fund: nothing,
    sign: unsigned,
    sendTransaction: unsigned,
    signText: unsigned,
  })
}

function render({ faucet }: { readonly faucet: boolean }): string {
  const children = createElement(CheckBalance, { announce: () => undefined, focusFallback: createRef<HTMLElement>() })
  const app = { config: { ...publicConfig, faucet }, children }
  return renderToStaticMarkup(createElement(AppProvider, app))
}

afterEach(() => walletActions.set(null))

test("without a faucet the balance can be checked again", () => {
  expect(render({ faucet: false }), "no wallet can be asked").toBe("")
  provideActions()
  expect(render({ faucet: false })).toMatch(/aria-disabled="false"[^>]*>Check again</)
  expect(render({ faucet: true })).toBe("")
})
