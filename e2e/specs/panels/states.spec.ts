import type { BrowserContext, Page } from "@playwright/test"
import { signalContract } from "@/lib/api/signal"
import { attemptAt, lapsedAttempt, NOW_MS, PAYER, receiptAt } from "@/lib/client/testing/fixtures"
import { purchase } from "@/lib/client/testing/sign-in-fixtures"
import { expectScreenshot } from "@/e2e/pages/screenshot"
import { type Panel, panelOf } from "@/e2e/pages/panel"
import { expectLayoutAndA11y } from "@/e2e/pages/layout-and-a11y"
import { connectWallet } from "@/e2e/pages/wallet"
import { expectAriaSnapshot } from "@/e2e/pages/aria-snapshot"
import { expect, test } from "@/e2e/support/fixtures"
import { ETHEREUM, type InjectedWallet, injectWallet, WALLET_NAME } from "@/e2e/support/injected-wallet"
import { newPayer, poorPayer } from "@/lib/testing/payments/x402-payer"
import {
  asksForAnotherSite,
  asksInstead,
  delivers,
  fails,
  fetches,
  never,
  refuses,
  scriptService,
  scriptVersions,
  silent,
  type Script,
} from "@/e2e/support/scripted-service"
import { type Kept, seedBrowser } from "@/e2e/support/seed"
import { isFull } from "@/e2e/support/sample"

const PATH = "/api/signal/BTC"
const MINUTE_MS = 60_000
const body = signalContract.example
const [newest, former] = ["aa".repeat(32), "bb".repeat(32)]
const bought = (minutesAgo: number, commitment?: string) => ({
  receipts: [receiptAt(NOW_MS - minutesAgo * MINUTE_MS, { body, ...(commitment ? { commitment } : {}) })],
})
/** An attempt that an earlier page signed. It is too old for an automatic resend. */
const inDoubt = { attempts: [lapsedAttempt(NOW_MS - MINUTE_MS)] }

/** A receipt of the connected wallet whose answer was evicted. */
const made = (minutesAgo: number) => (payer: string) => ({
  receipts: [receiptAt(NOW_MS - minutesAgo * MINUTE_MS, { payer, body: null })],
})

type Scene = {
  /** The final `data-state` of the panel. */
  readonly state: string
  /** The browser's storage. A function gets the address of the connected wallet. */
  readonly kept?: Kept | ((payer: string) => Kept)
  readonly unpaid?: Script
  readonly paid?: Script
  readonly signedIn?: Script
  /** The panel's button is disabled. Absent: it is enabled, in some states after a delay. */
  readonly waits?: true
  /** The text beside the panel's title. Absent: the price. */
  readonly badge?: string
  /** Absent: the service reports the current version. */
  readonly versions?: "silent" | "unavailable"
  /** Absent: no wallet connects. */
  readonly wallet?: "rich" | "poor" | "elsewhere" | "mute"
  readonly act?: (on: { panel: Panel; wallet: InjectedWallet | null; context: BrowserContext }) => Promise<void>
}

const pay: Scene["act"] = ({ panel }) => panel.view.click()
const redeliverAnswer: Scene["act"] = ({ panel }) => panel.redeliverAnswer.click()
/** The wallet is empty, because redelivery is free. */
const dropped = { state: "evicted", wallet: "poor", kept: made(4), badge: "Bought · 4 min ago" } as const

/** Every state of a panel, and the steps that lead to the state. */
const scenes: Readonly<Record<string, Scene>> = {
  locked: { state: "idle-no-wallet" },
  connecting: { state: "connecting", wallet: "mute" },
  "checking the price": { state: "quoting", wallet: "rich", unpaid: never, waits: true },
  ready: { state: "ready", wallet: "rich" },
  "wrong network": { state: "wrong-network", wallet: "elsewhere" },
  "low balance": { state: "low-balance", wallet: "poor" },
  "limit reached": {
    state: "limit-reached",
    wallet: "rich",
    kept: { budget: { limit: "40000", autoDayMs: null } },
  },
  "price changed": { state: "price-changed", wallet: "rich", unpaid: asksInstead({ amount: "90000" }) },
  "ready at the price that was accepted": {
    state: "ready",
    wallet: "rich",
    unpaid: asksInstead({ amount: "90000" }),
    async act({ panel }) {
      await panel.button("Accept $0.09").click()
      await expect(panel.region.getByText("$0.09 in USDC, exactly")).toBeAttached()
    },
    badge: "$0.09",
  },
  "another payee": {
    state: "terms-mismatch",
    wallet: "rich",
    unpaid: asksInstead({ payTo: "0x2222222222222222222222222222222222222222" }),
  },
  "not on sale": { state: "unavailable", wallet: "rich", unpaid: fails },
  "without fresh data": { state: "unavailable", wallet: "rich", versions: "unavailable" },
  "old, without fresh data": {
    state: "delivered-stale",
    kept: bought(16),
    badge: "Old · 16 min ago",
    versions: "unavailable",
  },
  offline: { state: "offline", waits: true, act: ({ context }) => context.setOffline(true) },
  signing: {
    state: "signing",
    waits: true,
    wallet: "rich",
    async act({ panel, wallet }) {
      if (wallet) wallet.mute = true
      await panel.view.click()
    },
  },
  "not waited for": {
    state: "cancelled",
    wallet: "rich",
    async act({ panel, wallet }) {
      if (wallet) wallet.mute = true
      await panel.view.click()
      await panel.button("Stop waiting").click()
    },
  },
  declined: {
    state: "rejected",
    wallet: "rich",
    async act({ panel, wallet }) {
      if (wallet) wallet.rejects = true
      await panel.view.click()
    },
  },
  loading: { state: "settling", waits: true, wallet: "rich", paid: never, act: pay },
  delivered: {
    state: "delivered",
    wallet: "rich",
    paid: delivers(body),
    act: pay,
    badge: "just now",
    versions: "silent",
  },
  "delivered to another wallet": {
    state: "delivered-elsewhere",
    wallet: "poor",
    kept: inDoubt,
    paid: delivers(body),
    act: ({ panel }) => panel.resume.click(),
  },
  refused: {
    state: "refused",
    wallet: "rich",
    paid: refuses("insufficient_funds", "The wallet held too little."),
    act: pay,
  },
  failed: { state: "failed", wallet: "rich", paid: fails, act: pay },
  finishing: { state: "finishing", kept: { attempts: [attemptAt(NOW_MS - MINUTE_MS)] }, paid: never, waits: true },
  unknown: { state: "unknown", kept: inDoubt },
  "unknown over an older answer": { state: "unknown", kept: { ...bought(20), ...inDoubt }, badge: "Old · 20 min ago" },
  "resumed too late": {
    state: "spent",
    kept: inDoubt,
    paid: refuses("redelivery_window_closed", "The time to fetch it again is over."),
    act: ({ panel }) => panel.resume.click(),
  },
  "bought before": { state: "delivered", kept: bought(4), badge: "4 min ago" },
  stale: { state: "delivered-stale", kept: bought(16), badge: "Old · 16 min ago" },
  unchanged: { state: "unchanged", kept: bought(16, newest), badge: "16 min ago" },
  superseded: { state: "outdated", kept: bought(16, former), badge: "16 min ago" },
  "dropped, no wallet": { state: "evicted", kept: made(4)(PAYER), badge: "Bought · 4 min ago" },
  "dropped, to be fetched": dropped,
  "dropped, without a text to sign": { ...dropped, unpaid: fails },
  "dropped, with a text of another site": { ...dropped, unpaid: asksForAnotherSite },
  "dropped, sign-in declined": {
    ...dropped,
    async act({ panel, wallet }) {
      if (wallet) wallet.rejects = true
      await panel.redeliverAnswer.click()
    },
  },
  "dropped, signing in": {
    ...dropped,
    waits: true,
    async act({ panel, wallet }) {
      if (wallet) wallet.mute = true
      await panel.redeliverAnswer.click()
    },
  },
  "dropped, fetching": { ...dropped, waits: true, signedIn: never, act: redeliverAnswer },
  "dropped, sign-in refused": {
    ...dropped,
    signedIn: refuses("siwx_nothing_bought", "This wallet has not bought this resource lately."),
    act: redeliverAnswer,
  },
  "dropped, fetching failed": { ...dropped, signedIn: fails, act: redeliverAnswer },
  "fetched again": {
    ...dropped,
    state: "delivered",
    signedIn: fetches(body, purchase),
    act: redeliverAnswer,
    badge: "4 min ago",
  },
  "dropped for good": {
    state: "expired",
    wallet: "rich",
    kept: made(16),
    badge: "Bought · 16 min ago",
  },
}

test.use({ locale: "en-US", timezoneId: "UTC" })

async function connect(page: Page, origin: string, kind: NonNullable<Scene["wallet"]>): Promise<InjectedWallet> {
  const payer = kind === "poor" || kind === "mute" ? poorPayer() : await newPayer(origin)
  const wallet = await injectWallet(page, payer, kind === "elsewhere" ? ETHEREUM : undefined)
  wallet.mute = kind === "mute"
  return wallet
}

/** Opens the wallet prompt and returns to the page while the prompt is open. */
async function askWallet(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Connect wallet" }).click()
  await page.getByRole("dialog").getByRole("button", { name: WALLET_NAME, exact: true }).click()
  await page.keyboard.press("Escape")
}

/** States with a screenshot: more than the text of the panel's foot differs. */
const pictured = new Map<string, readonly ("dark" | "light")[]>([
  ["locked", ["dark", "light"]],
  ["ready", ["dark"]],
  ["loading", ["dark"]],
  ["delivered", ["dark", "light"]],
  ["stale", ["dark"]],
  ["failed", ["dark"]],
  ["unknown", ["dark"]],
])

/** States without a screenshot that `npm test` checks: one for each phase of a purchase. */
const sampled = new Set(["wrong network", "low balance", "price changed", "declined", "refused", "fetched again"])

for (const [name, scene] of Object.entries(scenes)) {
  const file = name.replaceAll(/\W+/g, "-")
  const tag = pictured.has(file) || sampled.has(name) ? [] : "@full"
  test(`the panel state "${name}" is shown, complete and accessible`, { tag }, async ({ page, origin, context }) => {
    const { state, kept, wallet: kind, act, waits = false, badge = "$0.05", versions, ...scripts } = scene
    const wallet = kind ? await connect(page, origin, kind) : null
    await seedBrowser(page, typeof kept === "function" ? kept(wallet?.signer.address ?? PAYER) : kept)
    if (versions === "silent") await page.route("**/api/versions", silent)
    else await scriptVersions(page, newest, versions)
    await scriptService(page, PATH, scripts)
    // The free panels are not part of this test.
    await page.route(/\/api\/(stats|arena|record|status)/, silent)
    await page.goto("/")
    if (kind === "mute") await askWallet(page)
    else if (kind) await connectWallet(page, WALLET_NAME)
    const panel = panelOf(page, "BTC signal")
    if (versions !== "silent") await expect(panel.region).toContainText(/updated|still current|newer version|paused/i)
    await act?.({ panel, wallet, context })
    await expect(panel.region).toHaveAttribute("data-state", state)
    await expect(panel.waiting).toHaveCount(waits ? 1 : 0)
    await expect(panel.region.locator(".panel-head > span")).toHaveText(badge)
    await expectAriaSnapshot(panel.region.locator(".panel-foot"), file)
    const schemes = pictured.get(file)
    if (schemes !== undefined) await expectScreenshot(page, panel.region, file, schemes)
    // States without a screenshot differ only by the text of the foot, so the sample skips their layout.
    if (schemes === undefined && !isFull) return
    const labelledby = await panel.region.getAttribute("aria-labelledby")
    await expectLayoutAndA11y(page, [panel.region], `section[aria-labelledby="${labelledby}"]`)
  })
}
