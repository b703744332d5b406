import { createElement, createRef } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { afterEach, expect, test } from "vitest"
import { PAYER } from "@/tools/testing/client/fixtures"
import { notLoaded, walletStore } from "@/lib/client/wallet/wallet-store"
import { OpenWallet } from "./open-wallet"

function linkTo(appHref: string | null): string {
  const wallet = { address: PAYER, name: "Rainbow", kind: "remote", appHref, chainOk: true, balance: null } as const
  walletStore.set({ ...notLoaded, phase: "connected", wallet })
  return renderToStaticMarkup(createElement(OpenWallet, { focusFallback: createRef<HTMLElement>() }))
}

afterEach(() => walletStore.set(notLoaded))

test("a wallet in another app gets a link to it; a wallet in this browser gets none", () => {
  expect(linkTo("rainbow://")).toMatch(/<a class="button" href="rainbow:\/\/" rel="noreferrer">Open Rainbow<\/a>/)
  expect(linkTo("https://rnbwapp.com"), "the page that waits stays").toContain('target="_blank"')
  expect(linkTo(null)).toBe("")
})
