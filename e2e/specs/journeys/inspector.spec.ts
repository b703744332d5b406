import { expectAccessible } from "@/e2e/pages/accessibility"
import { expect, test } from "@/e2e/support/fixtures"
import { buyFirstSignal } from "@/e2e/pages/first-purchase"

test("the inspector shows the steps of a payment, and its payment header gets the answer again for free", async ({
  page,
  origin,
}) => {
  const signal = await buyFirstSignal(page)
  await signal.region.locator(".provenance > summary").click()
  await signal.region.locator("summary", { hasText: "Payment details" }).click()
  const opener = signal.button("Open in the inspector")
  await opener.click()

  const drawer = page.getByRole("dialog", { name: "x402 inspector" })
  await expect(drawer.getByText("Checked in this browser: the signature recovers to")).toBeVisible()
  const steps = drawer.locator(".inspector-step strong")
  await expect(steps).toHaveText([
    "Terms requested",
    "Requirements",
    "Typed data",
    "Signature",
    "Verification",
    "Settlement",
    "Answer and receipt",
  ])
  const transaction = /Transaction (0x[0-9a-f]{64})/.exec(await drawer.innerText())?.[1]
  const header = /PAYMENT-SIGNATURE: ([\w+/=]+)'/.exec(await drawer.locator("pre").last().innerText())?.[1] ?? ""
  const again = await fetch(`${origin}/api/signal/BTC`, { headers: { "PAYMENT-SIGNATURE": header } })
  expect(again.status).toBe(200)
  const receipt: unknown = JSON.parse(atob(again.headers.get("payment-response") ?? ""))
  expect(receipt).toMatchObject({ success: true, transaction })

  for (const summary of await drawer.locator("summary").all()) await summary.click()
  await expectAccessible(page, "dialog[open]")

  await page.keyboard.press("Escape")
  await expect(drawer).toBeHidden()
  await expect(opener, "the focus returns to the button").toBeFocused()
})
