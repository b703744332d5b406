import type { Page, Route } from "@playwright/test"
import { versionsContract } from "@/lib/api/versions"
import { NOW_MS, terms } from "@/lib/client/testing/fixtures"
import { decodeHeader, encodeHeader } from "@/lib/client/purchase/header"
import { PaymentRequired, Requirements } from "@/lib/client/purchase/wire"

/** What becomes of a request. */
export type Script = (route: Route) => Promise<void>

/** Answers the paid requests for a path, or the unpaid ones, as the test says. The others reach the service. */
export async function scriptService(
  page: Page,
  path: string,
  { paid, unpaid }: { readonly paid?: Script; readonly unpaid?: Script },
): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const isPaid = (await route.request().headerValue("payment-signature")) !== null
    const script = isPaid ? paid : unpaid
    return script ? script(route) : route.continue()
  })
}

export const never: Script = () => new Promise(() => undefined)

/** Delivered and charged. */
export function delivers(body: unknown): Script {
  const response = { success: true, transaction: `0x${"fe".repeat(32)}`, network: terms.network }
  return (route) => route.fulfill({ json: body, headers: { "PAYMENT-RESPONSE": encodeHeader(response) } })
}

/** Not accepted and not charged. */
export function refuses(error: string, message: string): Script {
  return (route) => route.fulfill({ status: 402, json: { error, message } })
}

/** No answer and no charge. */
export const fails: Script = (route) =>
  route.fulfill({
    status: 503,
    contentType: "application/problem+json",
    json: {
      type: "/docs/errors#data_unavailable",
      title: "Data unavailable",
      status: 503,
      detail: "No fresh data.",
      code: "data_unavailable",
      request_id: "00000000-0000-4000-8000-000000000000",
      retryable: true,
      charged: "no",
    },
  })

/** The service's own challenge with some of its terms replaced. */
export function asksInstead(changes: Partial<Requirements>): Script {
  return async (route) => {
    const response = await route.fetch()
    const challenge = PaymentRequired.parse(decodeHeader(response.headers()["payment-required"] ?? ""))
    const accepts = challenge.accepts.map((one) => ({ ...Requirements.parse(one), ...changes }))
    const headers = { ...response.headers(), "payment-required": encodeHeader({ ...challenge, accepts }) }
    await route.fulfill({ response, headers })
  }
}

/** The free version check knows the BTC signal alone, and says this of it. */
export async function scriptVersions(page: Page, commitment: string): Promise<void> {
  const { example } = versionsContract
  const changed_at = new Date(NOW_MS - 20 * 60_000).toISOString()
  const entry = { ...example.versions["/signal/BTC"], commitment, changed_at }
  await page.route("**/api/versions", (route) =>
    route.fulfill({ json: { ...example, versions: { "/signal/BTC": entry } } }),
  )
}
