import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { AppProvider } from "@/components/app/app-context"
import { createPanelHarness } from "@/tools/testing/client/panel-harness"
import { memoryStorage, NOW_MS, PAYER, product, publicConfig as config } from "@/tools/testing/client/fixtures"
import { openedSession, sessionChallenge } from "@/tools/testing/client/session-fixtures"
import { afterRefund, type Session, withDeposit } from "@/lib/client/sessions/session"
import { WalletSession } from "./session-section"

const wallet = {
  address: PAYER,
  name: "Rabby",
  kind: "browser",
  appHref: null,
  chainOk: true,
  balance: 10_000_000n,
} as const

/** The section, with these sessions and, by default, an offer of the service. */
async function htmlOf(
  sessions: readonly Session[],
  { offered = true, chainOk = true, sessions: hasSessions = true } = {},
): Promise<string> {
  const options = offered ? { required: sessionChallenge() } : {}
  const harness = createPanelHarness([], memoryStorage(), options)
  harness.sessions.list.apply(() => sessions)
  await harness.controller.requote()
  const client = { ...harness, products: () => [product], controllerOf: () => harness.controller }
  const section = createElement(WalletSession, { client, wallet: { ...wallet, chainOk }, used: 0n })
  const app = { config: { ...config, sessions: hasSessions }, children: section }
  return renderToStaticMarkup(createElement(AppProvider, app))
}

test("where the deployment has no sessions, the section is empty", async () => {
  expect(await htmlOf([], { offered: false, sessions: false })).toBe("")
})

test("while sessions are paused, the section reports it and offers no deposit", async () => {
  const html = await htmlOf([openedSession(2_000_000n)], { offered: false })
  expect(html).toContain("Sessions are paused")
  expect(html).not.toContain("Top up")
  expect(await htmlOf([], { offered: false })).toContain("Sessions are paused")
})

test("a session can be started for up to today's limit, with the panel that it opens", async () => {
  const html = await htmlOf([])
  expect(html).toContain("Start session")
  expect(html).toContain('value="2.00"')
  expect(html).toContain("BTC signal · $0.05")
})

test("a wallet on another network is asked to switch first", async () => {
  const html = await htmlOf([], { chainOk: false })
  expect(html).toContain("Switch network")
  expect(html).not.toContain("Start session")
})

test("an open session shows its balance and can be topped up, ended and exported", async () => {
  const html = await htmlOf([{ ...openedSession(2_000_000n), charged: "50000" }])
  expect(html).toContain("$1.95 of $2.00")
  expect(html).toContain("Top up")
  expect(html).toContain("End session, get $1.95 back")
  expect(html).toContain("Copy this session to keep")
  expect(html).not.toContain(openedSession(0n).key)
})

test("an open session can be ended although the service no longer offers sessions", async () => {
  expect(await htmlOf([openedSession(2_000_000n)], { offered: false })).toContain("End session, get $2.00 back")
})

test("a deposit that waits for its block is shown as waiting", async () => {
  const opening = withDeposit(openedSession(0n), { id: "d", amount: 2_000_000n, atMs: NOW_MS })
  expect(await htmlOf([opening])).toContain("Deposit of $2.00 sent, waiting for its block on Base sandbox.")
})

test("a total that differs from the service's is shown", async () => {
  const session = {
    ...openedSession(2_000_000n),
    charged: "50000",
    reported: { balance: "2000000", charged: "100000" },
  }
  expect(await htmlOf([session])).toContain("the service says $0.10 of $2.00 spent, this browser counts $0.05 of $2.00")
})

test("an ended session shows its receipt", async () => {
  const spent = { ...openedSession(2_000_000n), charged: "730000" }
  const html = await htmlOf([afterRefund(spent, { amount: "1270000", transaction: "0xref", atMs: NOW_MS })])
  expect(html).toContain("$2.00 deposited, $0.73")
  expect(html).toContain("$1.27 returned.")
  expect(html).toContain("0xref")
  expect(html).toContain("Start session")
})
