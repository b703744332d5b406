import { expect, test } from "vitest"
import { PAYER } from "@/tools/testing/client/fixtures"
import { shouldAnnounce, announcementText, type AnnouncedState } from "./wallet-announcement"
import type { ConnectedWallet } from "./wallet-store"

const wallet: ConnectedWallet = {
  address: PAYER,
  name: "Demo wallet",
  kind: "demo",
  appHref: null,
  chainOk: true,
  balance: 10_000_000n,
}
const nobody: AnnouncedState = { wallet: null, funding: false, problem: null, online: true }
const stateWith = (part: Partial<ConnectedWallet> = {}): AnnouncedState => ({
  ...nobody,
  wallet: { ...wallet, ...part },
})

/** The announcements heard while the state changes. */
function announcements(scenes: readonly AnnouncedState[]): readonly string[] {
  let announced = nobody
  const texts = scenes.map((now) => {
    if (shouldAnnounce(announced, now)) announced = now
    return announcementText(announced, now)
  })
  return texts.filter((text, index) => text !== "" && text !== texts[index - 1])
}

test("a connection is announced, and its balance when it is known", () => {
  const funding = { ...stateWith({ balance: 0n }), funding: true }
  expect(announcements([nobody, stateWith({ balance: null }), funding, stateWith()])).toEqual([
    "Demo wallet connected.",
    "Demo wallet connected, 10.00 USDC.",
  ])
})

test("an incoming transfer is announced, and a payment is not", () => {
  const paid = [9_950_000n, 9_900_000n, 9_850_000n].map((balance) => stateWith({ balance }))
  expect(announcements([stateWith(), ...paid])).toEqual(["Demo wallet connected, 10.00 USDC."])
  expect(announcements([stateWith(), ...paid, stateWith({ balance: 19_850_000n })])).toEqual([
    "Demo wallet connected, 10.00 USDC.",
    "Demo wallet connected, 19.85 USDC.",
  ])
})

test("an outdated balance is not announced", () => {
  const paid = stateWith({ balance: 9_950_000n })
  expect(announcementText(stateWith(), paid)).toBe("")
  expect(announcements([stateWith(), paid, { ...paid, online: false }, paid])).toEqual([
    "Demo wallet connected, 10.00 USDC.",
    "You are offline.",
    "Demo wallet connected, 9.95 USDC.",
  ])
})

test("another network, another wallet and a disconnect are announced differently", () => {
  const other = stateWith({ address: `0x${"22".repeat(20)}`, name: "Rabby", balance: 1n })
  expect(announcements([stateWith({ chainOk: false }), stateWith(), other, nobody, other])).toEqual([
    "Demo wallet is connected to another network.",
    "Demo wallet connected, 10.00 USDC.",
    "Rabby connected, 0.00 USDC.",
    "Rabby connected, 0.00 USDC.",
  ])
})

test("a wallet error is announced, and again when it happens again", () => {
  const wrongNetwork = stateWith({ chainOk: false })
  const failed = { ...wrongNetwork, problem: "The wallet knows no Base." }
  expect(announcements([wrongNetwork, failed, wrongNetwork, failed, stateWith()])).toEqual([
    "Demo wallet is connected to another network.",
    "The wallet knows no Base.",
    "The wallet knows no Base.",
    "Demo wallet connected, 10.00 USDC.",
  ])
})
