import { z } from "zod"
import type { PublicConfig } from "@/lib/api/public-config"
import { Problem } from "@/lib/api/problem"
import { type HttpExchange, completedRequest } from "@/lib/client/stage/payment-trace"
import { readQuote } from "@/lib/client/purchase/quote"
import { hasTerms, requestTerms } from "@/lib/client/purchase/request-terms"
import { parseJson } from "@/lib/domain/parse-json"
import type { PanelEvent } from "./machine"
import type { PaymentSenderDeps } from "./payment-sender"
import type { Product } from "./product"

type Deps = Pick<PaymentSenderDeps, "fetch" | "now"> & {
  readonly config: Pick<PublicConfig, "network" | "usdc" | "payTo">
}

/** In the body of a brief's 402. */
const BriefItems = z.object({ items: z.record(z.string(), z.string()) })

/** Result of the unpaid request; `message` is `null` without a response. */
type Asked = { readonly message: HttpExchange | null; readonly event: PanelEvent }

/** Requests the price of a product without paying. Never rejects. */
export async function fetchQuote({ path }: Product, { config, fetch, now }: Deps): Promise<Asked> {
  const { network, usdc, payTo } = config
  const sentAtMs = now()
  let message: HttpExchange | null = null
  try {
    const response = await requestTerms(fetch, path)
    // The price is in the header, but an unread body would keep the connection busy.
    const body = await response.text()
    message = completedRequest(response, { sentAtMs, answeredAtMs: now(), length: body.length })
    const [required, date] = [response.headers.get("payment-required"), response.headers.get("date")]
    if (!hasTerms(response)) {
      return { message, event: unavailableEvent(response.status, body, now()) }
    }
    const result = readQuote({ required, date, atMs: now() }, { network, usdc, payTo, path })
    if (result.kind !== "quote") return { message, event: { type: "quote-read", result, atMs: now() } }
    const quote = { ...result.quote, ...BriefItems.safeParse(parseJson(body)).data }
    return { message, event: { type: "quote-read", result: { kind: "quote", quote }, atMs: now() } }
  } catch {
    return { message, event: { type: "quote-failed", message: "The service did not answer.", atMs: now() } }
  }
}

/** For an invalid request (400), and while it sells nothing (503), the service explains why. */
function unavailableEvent(status: number, body: string, atMs: number): PanelEvent {
  const detail = status === 400 || status === 503 ? Problem.safeParse(parseJson(body)).data?.detail : undefined
  const message = detail ?? `The service answered ${status}.`
  return { type: "quote-failed", message, isWrong: status === 400 && detail !== undefined, atMs }
}
