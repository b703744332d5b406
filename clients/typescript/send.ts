import { BuyerError, responseDetails } from "./errors.js"
import { isFields, parseJson } from "./json.js"
import type { Payload } from "./scheme.js"
import { type RequestOptions, requestSignal, retryWaitMs, throwIfAborted, wait } from "./request.js"

type Details = { readonly status: number | null; readonly requestId: string | null }

/** What became of a paid request. */
export type Outcome = Details &
  (
    | { readonly kind: "delivered"; readonly answer: unknown; readonly body: string; readonly headers: Headers }
    /** Not charged. `isSpent`: the payment was used before, so it may have been charged then. */
    | {
        readonly kind: "refused"
        readonly reason: string
        readonly message: string
        readonly isSpent: boolean
        readonly headers: Headers
      }
    | { readonly kind: "failed"; readonly reason: string; readonly message: string; readonly isRetryable: boolean }
    | { readonly kind: "unknown"; readonly reason: string | null; readonly message: string }
  )

/** `isCertain`: each attempt was answered, so no earlier one can have been charged. */
export type Sent = { readonly outcome: Outcome; readonly isCertain: boolean }

const spentReasons: ReadonlySet<string> = new Set([
  "redelivery_window_closed",
  "payment_already_used",
  "invalid_exact_evm_nonce_already_used",
])

/**
 * Sends one signed payment. After a 503 or a broken connection it sends the same header again, which cannot pay twice.
 */
export async function sendPayment(url: URL, header: string, options: RequestOptions): Promise<Sent> {
  let isCertain = true
  for (let attempt = 1; ; attempt += 1) {
    const { outcome, retryAfter } = await sendOnce(url, header, options)
    isCertain &&= outcome.kind !== "unknown"
    const isOpen = outcome.kind === "unknown" || (outcome.kind === "failed" && outcome.isRetryable)
    const waitMs = retryWaitMs(attempt, retryAfter, options.now())
    if (!isOpen || attempt > options.maxRetries || waitMs === null) return { outcome, isCertain }
    await wait(waitMs, options)
    if (options.signal?.aborted === true) return { outcome, isCertain }
  }
}

type Attempt = { readonly outcome: Outcome; readonly retryAfter: string | null }

async function sendOnce(url: URL, header: string, options: RequestOptions): Promise<Attempt> {
  try {
    const headers = { "PAYMENT-SIGNATURE": header }
    const response = await options.fetch(url, { headers, cache: "no-store", signal: requestSignal(options) })
    const text = await response.text()
    return { outcome: readOutcome(response, text), retryAfter: response.headers.get("Retry-After") }
  } catch (error) {
    const message = `The connection broke: ${error instanceof Error ? error.message : String(error)}.`
    return { outcome: { kind: "unknown", message, reason: null, status: null, requestId: null }, retryAfter: null }
  }
}

/** Every response has an outcome, and doubt is `unknown`. */
function readOutcome(response: Response, text: string): Outcome {
  const { status, headers } = response
  const details = responseDetails(response)
  const body = parseJson(text)
  if (status === 200) {
    if (body === undefined) return { ...details, kind: "unknown", reason: null, message: "The answer was cut off." }
    return { ...details, kind: "delivered", answer: body, body: text, headers }
  }
  const fields = isFields(body) ? body : {}
  if (status === 402) {
    const reason = typeof fields["error"] === "string" ? fields["error"] : "payment_rejected"
    const message = `The service refused the payment: ${reason}.`
    return { ...details, kind: "refused", reason, message, isSpent: spentReasons.has(reason), headers }
  }
  const { code, detail, title, charged, retryable } = fields
  const reason = textOf(code)
  const message = textOf(detail) ?? textOf(title) ?? `The service answered ${status}.`
  if (charged !== "no" || reason === null) return { ...details, kind: "unknown", reason, message }
  return { ...details, kind: "failed", reason, message, isRetryable: retryable === true }
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null
}

/** The payment may have been charged. It stays open and counts for the budget. */
export function unknownOutcome(
  outcome: Exclude<Outcome, { kind: "delivered" }>,
  { signal }: RequestOptions,
  { payload }: Payload,
): BuyerError {
  const { reason, status, requestId } = outcome
  throwIfAborted(signal, "unknown")
  let { message } = outcome
  const { authorization } = payload
  if (outcome.kind === "refused" && isFields(authorization)) {
    const state = `authorizationState(${String(authorization["from"])}, ${String(authorization["nonce"])})`
    message += ` It may have been charged before: ${state} of the token says so. payAgain buys anew.`
  }
  return new BuyerError("outcome_unknown", message, { charged: "unknown", reason, status, requestId })
}
