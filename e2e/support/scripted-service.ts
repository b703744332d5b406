import type { APIResponse, Page, Route } from "@playwright/test"
import { versionsContract } from "@/lib/endpoints/versions/contract"
import { NOW_MS, terms } from "@/tools/testing/client/fixtures"
import { decodeHeader, encodeHeader } from "@/lib/client/purchase/header"
import { PaymentRequired, Requirements } from "@/lib/client/purchase/wire"
import { Announcement, type FetchedPurchase } from "@/lib/client/sign-in/wire"

/** Answers an intercepted request. */
export type Script = (route: Route) => Promise<void>

type Scripts = { readonly paid?: Script; readonly signedIn?: Script; readonly unpaid?: Script }

/** Answers a path's paid, signed-in or unpaid requests with the given scripts. Requests without a script reach the service. */
export async function scriptService(page: Page, path: string, { paid, signedIn, unpaid }: Scripts): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const headers = await route.request().allHeaders()
    const asked = "sign-in-with-x" in headers ? signedIn : unpaid
    const script = "payment-signature" in headers ? paid : asked
    return script ? script(route) : route.continue()
  })
}

export const neverAnswers: Script = () => new Promise(() => undefined)

export const abortsRequest: Script = (route) => route.abort()

/** The answer of a free endpoint. */
export function answersJson(json: unknown): Script {
  return (route) => route.fulfill({ json })
}

/** A delivered answer with a charge. */
export function delivers(body: unknown): Script {
  const response = { success: true, transaction: `0x${"fe".repeat(32)}`, network: terms.network }
  return (route) => route.fulfill({ json: body, headers: { "PAYMENT-RESPONSE": encodeHeader(response) } })
}

/** A free redelivery by a sign-in. */
export function redelivers(body: unknown, purchase: FetchedPurchase): Script {
  return (route) => route.fulfill({ json: body, headers: { "X-PURCHASE": JSON.stringify(purchase) } })
}

/** The service's own answer. Retries, because the service may close an idle connection at the moment of the request. */
export function fetchFromService(route: Route): Promise<APIResponse> {
  return route.fetch({ maxRetries: 2 })
}

/** The service's own challenge with a sign-in text that names another site. */
export const changesSignInDomain: Script = async (route) => {
  const response = await fetchFromService(route)
  const body = Announcement.parse(await response.json())
  body.extensions["sign-in-with-x"].info.domain = "evil.example"
  await route.fulfill({ response, json: body })
}

/** A rejected payment without a charge. */
export function rejectsPayment(error: string, message: string): Script {
  return (route) => route.fulfill({ status: 402, json: { error, message } })
}

/** A failure without a charge. */
export const answersDataUnavailable: Script = (route) =>
  route.fulfill({
    status: 503,
    contentType: "application/problem+json",
    json: {
      type: "https://signal402.example/docs/errors#data_unavailable",
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
export function changesTerms(changes: Partial<Requirements>): Script {
  return async (route) => {
    const response = await fetchFromService(route)
    const challenge = PaymentRequired.parse(decodeHeader(response.headers()["payment-required"] ?? ""))
    // Terms that the dashboard cannot pay are not changed.
    const accepts = challenge.accepts.map((one) => {
      const payable = Requirements.safeParse(one).data
      return payable ? { ...payable, ...changes } : one
    })
    const headers = { ...response.headers(), "payment-required": encodeHeader({ ...challenge, accepts }) }
    await route.fulfill({ response, headers })
  }
}

/** The version list contains the BTC signal only, with this commitment and status. */
export async function scriptVersions(
  page: Page,
  commitment: string,
  status: "current" | "unavailable" = "current",
): Promise<void> {
  const { example } = versionsContract
  const changed_at = new Date(NOW_MS - 20 * 60_000).toISOString()
  const entry = { ...example.versions["/signal/BTC"], commitment, changed_at, status }
  await page.route("**/api/versions", (route) =>
    route.fulfill({ json: { ...example, versions: { "/signal/BTC": entry } } }),
  )
}
