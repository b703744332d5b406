import type { Page } from "@playwright/test"
import { expectAccessible, expectNoOverflow } from "@/e2e/pages/accessibility"
import { buyFirstSignal } from "@/e2e/pages/first-purchase"
import { expectHydrated } from "@/e2e/pages/hydrated"
import { panelOf } from "@/e2e/pages/panel"
import { connectDemoWallet, connectWallet } from "@/e2e/pages/wallet"
import { expect, test } from "@/e2e/support/fixtures"
import { injectWallet, WALLET_NAME } from "@/e2e/support/injected-wallet"
import { newPayer } from "@/tools/testing/payments/x402-payer"

const PAYMENT = [
  /^(GET|OPTIONS) \/api\/signal\/BTC$/,
  "402 · $0.05",
  "Wallet signs $0.05",
  "GET again, with the signature",
  "Transfers the USDC",
  /^In a block: 0x/,
  /^200 · the answer · /,
]

const dockOf = (page: Page) => page.getByRole("complementary", { name: "Stage" })

test("the docked stage draws a payment while its panel is bought beside it, and the panel stays usable", async ({
  page,
}) => {
  await page.goto("/")
  await expectHydrated(page)
  await page.keyboard.press("i")
  const dock = dockOf(page)
  await expect(dock).toContainText("No payment yet.")
  await expect(dock).toContainText("0 answers, 0 signatures, $0.00")
  await connectDemoWallet(page)
  await panelOf(page, "BTC signal").view.click()
  await expect(dock.locator(".arrow-label")).toHaveText(PAYMENT)
  await expect(dock).toContainText("1 answer, 1 signature, $0.05")
  await expect(panelOf(page, "BTC signal").verdict).toBeVisible()
  await expectNoOverflow(page)
  await dock.getByRole("button", { name: "Close the stage" }).click()
  await expect(dock).toHaveCount(0)
})

test("a replayed payment shows what each header holds, and its payment header gets the answer again for free", async ({
  page,
  origin,
}) => {
  const signal = await buyFirstSignal(page)
  await signal.region.locator(".provenance > summary").click()
  const opener = signal.button("Replay on the stage")
  await opener.click()
  const dock = dockOf(page)
  await expect(dock.getByText("Step 2 of 7")).toBeVisible()
  await dock.getByRole("button", { name: "Next" }).click()
  while (!(await dock.getByText("Step 7 of 7").isVisible())) await dock.getByRole("button", { name: "Next" }).click()
  await expect(dock.locator(".arrow-label")).toHaveText(PAYMENT)

  const open = (label: string) => dock.locator("summary", { hasText: label }).click()
  await open("402 · $0.05")
  await expect(dock.getByText("accepts[0].payTo")).toBeVisible()
  await expect(dock.getByText(/^✕ Mistake|^! Warning/), "our own challenge is sound").toHaveCount(0)
  await open("Wallet signs $0.05")
  await expect(dock.getByText("Checked in this browser: the signature recovers to")).toBeVisible()
  const header = /PAYMENT-SIGNATURE: ([\w+/=]+)'/.exec(await dock.locator(".snippets pre").innerText())?.[1] ?? ""
  await open("In a block")
  await expect(dock).toContainText(/Transaction 0x[0-9a-f]{64}/)
  const transaction = /Transaction (0x[0-9a-f]{64})/.exec(await dock.innerText())?.[1]
  const again = await fetch(`${origin}/api/signal/BTC`, { headers: { "PAYMENT-SIGNATURE": header } })
  expect(again.status).toBe(200)
  const receipt: unknown = JSON.parse(atob(again.headers.get("payment-response") ?? ""))
  expect(receipt).toMatchObject({ success: true, transaction })

  await open("GET again")
  await open("200 · the answer")
  await expectNoOverflow(page)
  expect(await dock.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await expectAccessible(page, ".stage-dock")
  await dock.locator("summary").first().focus()
  await page.keyboard.press("Escape")
  await expect(dock).toHaveCount(0)
  await expect(opener, "the focus returns to the button").toBeFocused()
})

test("the stage in a second window follows a session of an injected wallet: one signature, then vouchers", async ({
  page,
  origin,
}) => {
  const payer = await newPayer(origin)
  const wallet = await injectWallet(page, payer)
  const stage = await page.context().newPage()
  await stage.goto("/stage")
  await page.goto("/")
  await connectWallet(page, WALLET_NAME)
  await page.getByRole("button", { name: /budget$/ }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Start session" }).click()
  await expect(stage.locator(".arrow-label").filter({ hasText: "Wallet signs a deposit of $2.00" })).toBeVisible()
  await expect(stage.locator(".arrow-label").filter({ hasText: "Deposits into the channel" })).toBeVisible()
  await page.keyboard.press("Escape")
  await page
    .getByRole("button", { name: /^View · \$/ })
    .first()
    .click()
  await expect(stage.locator(".arrow-label").filter({ hasText: /^Voucher up to \$/ })).toBeVisible()
  await expect(stage.locator(".arrow-label").filter({ hasText: "Claims many vouchers at once" })).toBeVisible()
  await expect(stage.getByText(/^2 answers, 1 signature, \$/)).toBeVisible()
  await expect(stage.getByText(/^Yours: 2 answers, 1 signature/)).toBeVisible()
  expect(wallet.prompts).toEqual(["eth_signTypedData_v4"])
  await expectNoOverflow(stage)
  await expectAccessible(stage)

  await stage.getByRole("button", { name: "Full screen" }).click()
  const leave = stage.getByRole("button", { name: "Leave full screen" })
  await expect(leave).toHaveAttribute("aria-pressed", "true")
  await stage.keyboard.press("Escape")
  await expect(leave).toHaveCount(0)
  await stage.close()
})

test("the decoder explains a pasted 402 of this service, names mistakes, and sends nothing", async ({
  page,
  origin,
}) => {
  await page.goto("/stage")
  const decoder = page.getByRole("region", { name: "Decode any 402" })
  const field = decoder.getByLabel("402 to decode")
  const answer = await fetch(`${origin}/api/signal/BTC`)
  const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`)
  const printed = ["HTTP/1.1 402 Payment Required", ...headers, "", await answer.text()].join("\n")
  await expect(field).toBeVisible()
  const requests: string[] = []
  page.on("request", (request) => requests.push(request.url()))
  await field.fill(printed)
  await expect(decoder.getByRole("status")).toHaveText(
    /^Challenge, version 2.*Challenge, version 1: no mistake found\.$/,
  )
  await expectAccessible(page)

  const required = answer.headers.get("payment-required") ?? ""
  const challenge = atob(required)
    .replace('"eip155:8453"', '"base"')
    .replace(/"maxTimeoutSeconds":\d+/, '"maxTimeoutSeconds":0')
  await field.fill(btoa(challenge))
  await expect(decoder.getByText(/This is a version 1 name\. Version 2 writes "eip155:8453"/)).toBeVisible()
  await expect(decoder.getByText(/Mistake: Zero or less/)).toBeVisible()
  await field.fill("no payment here")
  await expect(decoder.getByRole("status")).toHaveText("Not an x402 message.")
  expect(requests.filter((url) => new URL(url).pathname.startsWith("/api/signal"))).toEqual([])
  await expectNoOverflow(page)
})
