import { z } from "zod"
import type { ParsedOptions } from "./options.js"

/** What became of a paid request. */
export type Outcome =
  | { readonly kind: "delivered"; readonly answer: unknown; readonly headers: Headers }
  /** Not charged. `isSpent`: the payment was used before, so it may have been charged then. */
  | { readonly kind: "refused"; readonly reason: string; readonly isSpent: boolean; readonly headers: Headers }
  | { readonly kind: "failed"; readonly reason: string; readonly message: string; readonly isRetryable: boolean }
  | { readonly kind: "unknown"; readonly message: string }

const MAX_ATTEMPTS = 6
const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 60_000

const spentReasons: ReadonlySet<string> = new Set([
  "redelivery_window_closed",
  "payment_already_used",
  "invalid_exact_evm_nonce_already_used",
])

const Problem = z.looseObject({
  code: z.string(),
  detail: z.string(),
  retryable: z.boolean(),
  charged: z.enum(["no", "unknown"]),
})
const Refusal = z.looseObject({ error: z.string() })

type SendOptions = Pick<ParsedOptions, "fetch" | "sleep" | "now" | "timeoutMs">

/**
 * Sends one signed payment. After a 503 or a broken connection it sends the same header again, which cannot pay twice.
 */
export async function sendPayment(url: URL, header: string, options: SendOptions): Promise<Outcome> {
  for (let attempt = 1; ; attempt += 1) {
    const { outcome, retryAfter } = await sendOnce(url, header, options)
    const isOpen = outcome.kind === "unknown" || (outcome.kind === "failed" && outcome.isRetryable)
    const waitMs = retryAfterMs(retryAfter, options.now()) ?? FIRST_WAIT_MS * 2 ** (attempt - 1)
    if (!isOpen || attempt === MAX_ATTEMPTS || waitMs > MAX_WAIT_MS) return outcome
    await options.sleep(waitMs)
  }
}

type Sent = { readonly outcome: Outcome; readonly retryAfter: string | null }

async function sendOnce(url: URL, header: string, { fetch, timeoutMs }: SendOptions): Promise<Sent> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { headers: { "PAYMENT-SIGNATURE": header }, cache: "no-store", signal })
    const text = await response.text()
    return { outcome: readOutcome(response, text), retryAfter: response.headers.get("Retry-After") }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { outcome: { kind: "unknown", message: `The connection broke: ${message}.` }, retryAfter: null }
  }
}

/** Every response has an outcome, and doubt is `unknown`. */
function readOutcome({ status, headers }: Response, text: string): Outcome {
  const body = parseJson(text)
  if (status === 200) {
    if (body === undefined) return { kind: "unknown", message: "The answer was cut off." }
    return { kind: "delivered", answer: body, headers }
  }
  if (status === 402) {
    const reason = Refusal.safeParse(body).data?.error ?? "payment_rejected"
    return { kind: "refused", reason, isSpent: spentReasons.has(reason), headers }
  }
  const problem = Problem.safeParse(body).data
  if (problem?.charged === "no") {
    return { kind: "failed", reason: problem.code, message: problem.detail, isRetryable: problem.retryable }
  }
  return { kind: "unknown", message: problem?.detail ?? `The service answered ${status}.` }
}

/** Seconds or a date (RFC 9110). `null`: absent or unreadable. */
function retryAfterMs(text: string | null, nowMs: number): number | null {
  if (text === null) return null
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs
  return Number.isNaN(ms) ? null : Math.max(ms, 0)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
