import { afterEach, expect, test } from "vitest"
import { NOW_MS } from "@/tools/testing/client/fixtures"
import { notLoaded, walletDialog, walletStore } from "@/lib/client/wallet/wallet-store"
import { type BundlePressContext, bundlePressStep, pendingPress, pressStep, type PressContext } from "./pending-press"

const press = { productId: "signal:BTC", price: "50000", atMs: NOW_MS }
const ready: PressContext = {
  productId: "signal:BTC",
  action: "pay",
  readiness: { kind: "ready", price: "50000" },
  walletKind: "browser",
  nowMs: NOW_MS + 60_000,
}

afterEach(() => {
  pendingPress.set(null)
  walletDialog.set(false)
  walletStore.set(notLoaded)
})

test("a press on a price pays once its wallet is ready", () => {
  expect(pressStep(press, ready)).toBe("pay")
})

test.each([
  ["the wallet connects", { action: "connect", readiness: { kind: "connecting" }, walletKind: null }],
  ["the price is loading", { action: "wait", readiness: { kind: "quoting" } }],
  ["the network is another one", { action: "switch-network", readiness: { kind: "wrong-network" } }],
] as const)("a press waits while %s", (_, change) => {
  expect(pressStep(press, { ...ready, ...change })).toBe("wait")
})

test.each([
  ["another price", { readiness: { kind: "ready", price: "60000" } }],
  ["a changed price", { action: "accept-price", readiness: { kind: "price-changed", from: "50000", to: "60000" } }],
  ["a low balance", { action: "fund", readiness: { kind: "low-balance", balance: 0n, price: "50000" } }],
  ["the daily limit", { action: "raise-limit", readiness: { kind: "limit-reached", left: 0n, price: "50000" } }],
  ["an answer that the wallet already owns", { action: "none" }],
  ["a wallet that opens only inside a click", { walletKind: "account" }],
  ["three minutes", { nowMs: NOW_MS + 180_001 }],
] as const)("a press is dropped after %s", (_, change) => {
  expect(pressStep(press, { ...ready, ...change })).toBe("drop")
})

test("a press applies to one panel only", () => {
  expect(pressStep(press, { ...ready, productId: "signal:ETH" })).toBeNull()
  expect(pressStep(null, ready)).toBeNull()
})

const all: BundlePressContext = {
  bundleId: "bundle signal:BTC signal:ETH",
  obstacle: "none",
  total: 100_000n,
  walletKind: "browser",
  nowMs: NOW_MS + 60_000,
}
const bundlePress = { productId: all.bundleId, price: "100000", atMs: NOW_MS }

test.each([
  ["pay", "everything is ready", {}],
  ["pay", "the wallet owns some of the answers", { total: 50_000n }],
  ["wait", "the wallet connects", { obstacle: "no-wallet", walletKind: null }],
  ["wait", "prices are loading", { obstacle: "busy" }],
  ["drop", "the total rose", { total: 100_001n }],
  ["drop", "nothing is left to buy", { total: 0n }],
  ["drop", "the balance is too low", { obstacle: "low-balance" }],
  ["drop", "the daily limit is reached", { obstacle: "limit" }],
  ["drop", "the wallet opens only inside a click", { walletKind: "account" }],
  ["drop", "three minutes have passed", { nowMs: NOW_MS + 180_001 }],
] as const)("a press on the whole screen: %s when %s", (step, _, change) => {
  expect(bundlePressStep(bundlePress, { ...all, ...change })).toBe(step)
})

test("a press for the whole screen does not apply to a panel, and vice versa", () => {
  expect(bundlePressStep(press, all)).toBeNull()
  expect(pressStep(bundlePress, ready)).toBeNull()
})

test("closing the dialog cancels a press, unless a wallet was chosen", () => {
  const close = (phase: "disconnected" | "connecting") => {
    pendingPress.set(press)
    walletDialog.set(true)
    walletStore.set({ ...notLoaded, phase })
    walletDialog.set(false)
    return pendingPress.get()
  }
  expect(close("connecting")).toBe(press)
  expect(close("disconnected")).toBeNull()
})
