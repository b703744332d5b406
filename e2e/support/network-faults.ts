import type { Page, Route } from "@playwright/test"
import { fetchFromService } from "./scripted-service"

/** A failure of an answer after its request has reached the service. */
export type NetworkFault = (route: Route) => Promise<void>

/** The connection breaks before the answer arrives. */
export const connectionLost: NetworkFault = (route) => route.abort("connectionreset")

/** The answer never arrives. */
export const neverAnswered: NetworkFault = () => new Promise(() => undefined)

/** A gateway times out. */
export const gatewayTimeout: NetworkFault = (route) => route.fulfill({ status: 504, body: "<h1>504</h1>" })

/** The service does not know yet whether the transfer was settled. */
export const settlementPending: NetworkFault = (route) =>
  route.fulfill({
    status: 503,
    contentType: "application/problem+json",
    headers: { "Retry-After": "2" },
    json: {
      type: "https://signal402.example/docs/errors#settlement_pending",
      title: "Settlement pending",
      status: 503,
      detail: "It is not known yet whether the payment went through.",
      code: "settlement_pending",
      request_id: "00000000-0000-4000-8000-000000000000",
      retryable: true,
      charged: "unknown",
    },
  })

/** Sends the first paid request for this path to the service and answers it with the given fault. */
export async function failFirstPaidAnswer(page: Page, path: string, fault: NetworkFault): Promise<void> {
  let hasFailed = false
  await page.route(`**${path}`, async (route) => {
    const isPaid = (await route.request().headerValue("payment-signature")) !== null
    if (hasFailed || !isPaid) return route.continue()
    hasFailed = true
    await fetchFromService(route)
    return fault(route)
  })
}
