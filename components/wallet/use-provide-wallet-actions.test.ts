import { expect, test } from "vitest"
import { SIGNATURE } from "@/tools/testing/client/fixtures"
import type { WalletActions } from "@/lib/client/wallet/wallet-store"
import { delegateToLatest } from "./use-provide-wallet-actions"

const nothing = () => undefined
const notReady = () => Promise.reject(new Error("The wallet is still loading."))
const loadingActions: WalletActions = {
  connect: nothing,
  stopConnecting: nothing,
  disconnect: nothing,
  switchNetwork: nothing,
  refreshBalance: () => Promise.resolve(null),
  fund: nothing,
  sign: notReady,
  sendTransaction: notReady,
  signText: notReady,
}

test("actions provided before the wallet loaded use the wallet once it is there", async () => {
  const latest = { current: loadingActions }
  const delegate = delegateToLatest(latest)
  await expect(delegate.signText("Hello")).rejects.toThrow("still loading")

  const calls: string[] = []
  latest.current = {
    ...loadingActions,
    connect: (optionId) => void calls.push(optionId),
    refreshBalance: () => Promise.resolve(7n),
    signText(text) {
      calls.push(text)
      return Promise.resolve(SIGNATURE)
    },
  }
  delegate.connect("rabby")
  const signing = delegate.signText("Hello")
  expect(calls, "the wallet is asked in the same task").toEqual(["rabby", "Hello"])
  expect(await signing).toBe(SIGNATURE)
  expect(await delegate.refreshBalance()).toBe(7n)
})
