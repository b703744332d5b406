import type { Page, Route } from "@playwright/test"
import { ask } from "./scripted-service"

/** What becomes of an answer on its way back; the request itself has reached the service by then. */
export type Mishap = (route: Route) => Promise<void>

/** The connection breaks before the answer arrives. */
export const connectionLost: Mishap = (route) => route.abort("connectionreset")

/** The answer is on its way, for longer than anybody waits. */
export const neverAnswered: Mishap = () => new Promise(() => undefined)

/** A gateway gives up waiting for the service. */
export const gatewayTimeout: Mishap = (route) => route.fulfill({ status: 504, body: "<h1>504</h1>" })

/** The service itself does not know yet whether the transfer went through. */
export const settlementPending: Mishap = (route) =>
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

/** Lets the first paid request for this path through to the service and loses its answer in the given way. */
export async function loseFirstAnswer(page: Page, path: string, mishap: Mishap): Promise<void> {
  let lost = false
  await page.route(`**${path}`, async (route) => {
    const isPaid = (await route.request().headerValue("payment-signature")) !== null
    if (lost || !isPaid) return route.continue()
    lost = true
    await ask(route)
    return mishap(route)
  })
}
