import type { BrowserContext, Page } from "@playwright/test"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { attemptAt, expiredAttempt, NOW_MS, PAYER, receiptAt } from "@/tools/testing/client/fixtures"
import { purchase } from "@/tools/testing/client/sign-in-fixtures"
import { expectScreenshot } from "@/e2e/pages/screenshot"
import { type Panel, panelOf } from "@/e2e/pages/panel"
import { expectLayoutAndA11y } from "@/e2e/pages/layout-and-a11y"
import { connectWallet } from "@/e2e/pages/wallet"
import { expectAriaSnapshot } from "@/e2e/pages/aria-snapshot"
import { expect, test } from "@/e2e/support/fixtures"
import { ETHEREUM, type InjectedWallet, injectWallet, WALLET_NAME } from "@/e2e/support/injected-wallet"
import { newPayer, unfundedPayer } from "@/tools/testing/payments/x402-payer"
import {
  changesSignInDomain,
  changesTerms,
  delivers,
  answersDataUnavailable,
  redelivers,
  neverAnswers,
  rejectsPayment,
  scriptService,
  scriptVersions,
  abortsRequest,
  type Script,
} from "@/e2e/support/scripted-service"
import { type StoredState, seedBrowser } from "@/e2e/support/seed"
import { isFull } from "@/e2e/support/sample"

const PATH = "/api/signal/BTC"
const MINUTE_MS = 60_000
const body = signalContract.example
const [newest, former] = ["aa".repeat(32), "bb".repeat(32)]
const bought = (minutesAgo: number, commitment?: string) => ({
  receipts: [receiptAt(NOW_MS - minutesAgo * MINUTE_MS, { body, ...(commitment ? { commitment } : {}) })],
})
/** An attempt that an earlier page signed. It is too old for an automatic resend. */
const unconfirmedAttempt = { attempts: [expiredAttempt(NOW_MS - MINUTE_MS)] }

/** A receipt of the connected wallet whose answer was evicted. */
const evictedReceipt = (minutesAgo: number) => (payer: string) => ({
  receipts: [receiptAt(NOW_MS - minutesAgo * MINUTE_MS, { payer, body: null })],
})

type StateSetup = {
  /** The final `data-state` of the panel. */
  readonly state: string
  /** The browser's storage. A function gets the address of the connected wallet. */
  readonly stored?: StoredState | ((payer: string) => StoredState)
  readonly unpaid?: Script
  readonly paid?: Script
  readonly signedIn?: Script
  /** The panel's button is disabled. Absent: it is enabled, in some states after a delay. */
  readonly waits?: true
  /** The text beside the panel's title. Absent: the price. */
  readonly badge?: string
  /** Absent: the service reports the current version. */
  readonly versions?: "unreachable" | "unavailable"
  /** Absent: no wallet connects. */
  readonly wallet?: "funded" | "unfunded" | "wrong-network" | "unresponsive"
  readonly act?: (on: { panel: Panel; wallet: InjectedWallet | null; context: BrowserContext }) => Promise<void>
}

const pay: StateSetup["act"] = ({ panel }) => panel.view.click()
const redeliverAnswer: StateSetup["act"] = ({ panel }) => panel.redeliverAnswer.click()
/** The wallet has no USDC, because redelivery is free. */
const evicted = {
  state: "evicted",
  wallet: "unfunded",
  stored: evictedReceipt(4),
  badge: "Bought · 4 min ago",
} as const

/** Every state of a panel, and the steps that lead to the state. */
const stateSetups: Readonly<Record<string, StateSetup>> = {
  locked: { state: "idle-no-wallet" },
  connecting: { state: "connecting", wallet: "unresponsive" },
  "checking the price": { state: "quoting", wallet: "funded", unpaid: neverAnswers, waits: true },
  ready: { state: "ready", wallet: "funded" },
  "wrong network": { state: "wrong-network", wallet: "wrong-network" },
  "low balance": { state: "low-balance", wallet: "unfunded" },
  "limit reached": {
    state: "limit-reached",
    wallet: "funded",
    stored: { budget: { limit: "40000", autoDayMs: null } },
  },
  "price changed": { state: "price-changed", wallet: "funded", unpaid: changesTerms({ amount: "90000" }) },
  "ready at the accepted price": {
    state: "ready",
    wallet: "funded",
    unpaid: changesTerms({ amount: "90000" }),
    async act({ panel }) {
      await panel.button("Accept $0.09").click()
      await expect(panel.region.getByText("$0.09 in USDC, exactly")).toBeAttached()
    },
    badge: "$0.09",
  },
  "another payee": {
    state: "terms-mismatch",
    wallet: "funded",
    unpaid: changesTerms({ payTo: "0x2222222222222222222222222222222222222222" }),
  },
  "not on sale": { state: "unavailable", wallet: "funded", unpaid: answersDataUnavailable },
  "without fresh data": { state: "unavailable", wallet: "funded", versions: "unavailable" },
  "old, without fresh data": {
    state: "delivered-stale",
    stored: bought(16),
    badge: "Old · 16 min ago",
    versions: "unavailable",
  },
  offline: { state: "offline", waits: true, act: ({ context }) => context.setOffline(true) },
  signing: {
    state: "signing",
    waits: true,
    wallet: "funded",
    async act({ panel, wallet }) {
      if (wallet) wallet.ignoresPrompts = true
      await panel.view.click()
    },
  },
  cancelled: {
    state: "cancelled",
    wallet: "funded",
    async act({ panel, wallet }) {
      if (wallet) wallet.ignoresPrompts = true
      await panel.view.click()
      await panel.button("Stop waiting").click()
    },
  },
  declined: {
    state: "rejected",
    wallet: "funded",
    async act({ panel, wallet }) {
      if (wallet) wallet.rejects = true
      await panel.view.click()
    },
  },
  loading: { state: "settling", waits: true, wallet: "funded", paid: neverAnswers, act: pay },
  delivered: {
    state: "delivered",
    wallet: "funded",
    paid: delivers(body),
    act: pay,
    badge: "just now",
    versions: "unreachable",
  },
  "delivered to another wallet": {
    state: "delivered-elsewhere",
    wallet: "unfunded",
    stored: unconfirmedAttempt,
    paid: delivers(body),
    act: ({ panel }) => panel.resume.click(),
  },
  refused: {
    state: "refused",
    wallet: "funded",
    paid: rejectsPayment("insufficient_funds", "The wallet held too little."),
    act: pay,
  },
  failed: { state: "failed", wallet: "funded", paid: answersDataUnavailable, act: pay },
  finishing: {
    state: "finishing",
    stored: { attempts: [attemptAt(NOW_MS - MINUTE_MS)] },
    paid: neverAnswers,
    waits: true,
  },
  unknown: { state: "unknown", stored: unconfirmedAttempt },
  "unknown over an older answer": {
    state: "unknown",
    stored: { ...bought(20), ...unconfirmedAttempt },
    badge: "Old · 20 min ago",
  },
  "resumed too late": {
    state: "spent",
    stored: unconfirmedAttempt,
    paid: rejectsPayment("redelivery_window_closed", "The time to fetch it again is over."),
    act: ({ panel }) => panel.resume.click(),
  },
  "bought earlier": { state: "delivered", stored: bought(4), badge: "4 min ago" },
  stale: { state: "delivered-stale", stored: bought(16), badge: "Old · 16 min ago" },
  unchanged: { state: "unchanged", stored: bought(16, newest), badge: "16 min ago" },
  outdated: { state: "outdated", stored: bought(16, former), badge: "16 min ago" },
  "evicted, no wallet": { state: "evicted", stored: evictedReceipt(4)(PAYER), badge: "Bought · 4 min ago" },
  evicted,
  "evicted, without a sign-in text": { ...evicted, unpaid: answersDataUnavailable },
  "evicted, with a sign-in text of another site": { ...evicted, unpaid: changesSignInDomain },
  "evicted, sign-in declined": {
    ...evicted,
    async act({ panel, wallet }) {
      if (wallet) wallet.rejects = true
      await panel.redeliverAnswer.click()
    },
  },
  "evicted, signing in": {
    ...evicted,
    waits: true,
    async act({ panel, wallet }) {
      if (wallet) wallet.ignoresPrompts = true
      await panel.redeliverAnswer.click()
    },
  },
  "evicted, fetching": { ...evicted, waits: true, signedIn: neverAnswers, act: redeliverAnswer },
  "evicted, sign-in rejected": {
    ...evicted,
    signedIn: rejectsPayment("siwx_nothing_bought", "This wallet has not bought this resource lately."),
    act: redeliverAnswer,
  },
  "evicted, fetching failed": { ...evicted, signedIn: answersDataUnavailable, act: redeliverAnswer },
  redelivered: {
    ...evicted,
    state: "delivered",
    signedIn: redelivers(body, purchase),
    act: redeliverAnswer,
    badge: "4 min ago",
  },
  expired: {
    state: "expired",
    wallet: "funded",
    stored: evictedReceipt(16),
    badge: "Bought · 16 min ago",
  },
}

test.use({ locale: "en-US", timezoneId: "UTC" })

async function connect(page: Page, origin: string, kind: NonNullable<StateSetup["wallet"]>): Promise<InjectedWallet> {
  const payer = kind === "unfunded" || kind === "unresponsive" ? unfundedPayer() : await newPayer(origin)
  const wallet = await injectWallet(page, payer, kind === "wrong-network" ? ETHEREUM : undefined)
  wallet.ignoresPrompts = kind === "unresponsive"
  return wallet
}

/** Opens the wallet prompt and returns to the page while the prompt is open. */
async function openWalletPrompt(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Connect wallet" }).click()
  await page.getByRole("dialog").getByRole("button", { name: WALLET_NAME, exact: true }).click()
  await page.keyboard.press("Escape")
}

/** States with a screenshot: more than the text of the panel's foot differs. */
const screenshotSchemes = new Map<string, readonly ("dark" | "light")[]>([
  ["locked", ["dark", "light"]],
  ["ready", ["dark"]],
  ["loading", ["dark"]],
  ["delivered", ["dark", "light"]],
  ["stale", ["dark"]],
  ["failed", ["dark"]],
  ["unknown", ["dark"]],
])

/** The states that `npm test` checks: one for each phase of a purchase. */
const sampled = new Set(["locked", "wrong network", "low balance", "price changed", "delivered", "stale", "failed"])

for (const [name, setup] of Object.entries(stateSetups)) {
  const file = name.replaceAll(/\W+/g, "-")
  const tag = sampled.has(name) ? [] : "@full"
  test(`the panel state "${name}" is shown, complete and accessible`, { tag }, async ({ page, origin, context }) => {
    const { state, stored, wallet: kind, act, waits = false, badge = "$0.05", versions, ...scripts } = setup
    // Browsers differ in the permission that a new profile has.
    await context.grantPermissions(["notifications"])
    const wallet = kind ? await connect(page, origin, kind) : null
    await seedBrowser(page, typeof stored === "function" ? stored(wallet?.signer.address ?? PAYER) : stored)
    if (versions === "unreachable") await page.route("**/api/versions", abortsRequest)
    else await scriptVersions(page, newest, versions)
    await scriptService(page, PATH, scripts)
    // The free panels are not part of this test.
    await page.route(/\/api\/(stats|arena|record|status)/, abortsRequest)
    await page.goto("/")
    if (kind === "unresponsive") await openWalletPrompt(page)
    else if (kind) await connectWallet(page, WALLET_NAME)
    const panel = panelOf(page, "BTC signal")
    if (versions !== "unreachable")
      await expect(panel.region).toContainText(/updated|still current|newer version|paused/i)
    await act?.({ panel, wallet, context })
    await expect(panel.region).toHaveAttribute("data-state", state)
    await expect(panel.waiting).toHaveCount(waits ? 1 : 0)
    await expect(panel.region.locator(".panel-head > span")).toHaveText(badge)
    await expectAriaSnapshot(panel.region.locator(".panel-foot"), file)
    const schemes = screenshotSchemes.get(file)
    if (schemes !== undefined) await expectScreenshot(page, panel.region, file, schemes)
    // States without a screenshot differ only by the text of the foot, so the sample skips their layout.
    if (schemes === undefined && !isFull) return
    const labelledby = await panel.region.getAttribute("aria-labelledby")
    await expectLayoutAndA11y(page, [panel.region], `section[aria-labelledby="${labelledby}"]`)
  })
}
