import { BuyerError, responseDetails } from "./errors.js"
import { isFields, parseJson } from "./json.js"
import { type ParsedOptions, requireCall } from "./options.js"

/**
 * Options of one call.
 *
 * @example
 * await buyer.get("/status", { signal: AbortSignal.timeout(5_000), maxRetries: 0 })
 */
export type CallOptions = {
  /** Ends the call with `aborted`. A payment that was sent stays open, and the next `buy` sends it again. */
  readonly signal?: AbortSignal
  /** Timeout of one request of this call. */
  readonly timeoutMs?: number
  readonly maxRetries?: number
}

export type RequestOptions = Pick<ParsedOptions, "fetch" | "sleep" | "now" | "timeoutMs" | "maxRetries"> & {
  readonly signal: AbortSignal | null
}

/** The options of the buyer, with those of a call in front. */
export function requestOptions(options: ParsedOptions, call: CallOptions = {}): RequestOptions {
  const { fetch, sleep, now } = options
  const { timeoutMs = options.timeoutMs, maxRetries = options.maxRetries } = call
  requireCall(timeoutMs, maxRetries)
  return { fetch, sleep, now, timeoutMs, maxRetries, signal: call.signal ?? null }
}

const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 60_000

/** How long to wait before a retry; `null`: longer than a caller wants to wait. */
export function retryWaitMs(attempt: number, retryAfter: string | null, nowMs: number): number | null {
  const waitMs = retryAfterMs(retryAfter, nowMs) ?? FIRST_WAIT_MS * 2 ** (attempt - 1)
  return waitMs > MAX_WAIT_MS ? null : waitMs
}

/** Seconds or a date (RFC 9110). `null`: absent or unreadable. */
function retryAfterMs(text: string | null, nowMs: number): number | null {
  if (text === null) return null
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs
  return Number.isNaN(ms) ? null : Math.max(ms, 0)
}

/** @throws {BuyerError} `aborted` */
export function throwIfAborted(signal: AbortSignal | null, charged: BuyerError["charged"] = "no"): void {
  if (signal?.aborted !== true) return
  throw new BuyerError("aborted", "The call was aborted.", { charged, cause: signal.reason })
}

/** Waits, and ends early when the call is aborted. */
export async function wait(ms: number, { sleep, signal }: Pick<RequestOptions, "sleep" | "signal">): Promise<void> {
  await untilAborted(sleep(ms), signal)
}

/** Settles as the promise does, or with `undefined` when the signal is aborted. A signal may outlive many calls. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | null): Promise<T | undefined> {
  if (signal === null) return promise
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined)
    if (signal.aborted) stop()
    else signal.addEventListener("abort", stop)
    void promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop))
  })
}

/** The signal of one request: its timeout, or the end of the call. */
export function requestSignal({ signal, timeoutMs }: Pick<RequestOptions, "signal" | "timeoutMs">): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal === null ? timeout : AbortSignal.any([signal, timeout])
}

export type Read = { readonly response: Response; readonly text: string }

const RETRIED: ReadonlySet<number> = new Set([429, 502, 503, 504])

/**
 * A GET without a payment. After 429, 503 or a broken connection it is sent again, after `Retry-After`.
 *
 * @throws {BuyerError} `aborted`, and `not_charged` when no response arrives
 */
export async function read(
  url: URL | string,
  options: RequestOptions,
  headers: Readonly<Record<string, string>> = {},
): Promise<Read> {
  for (let attempt = 1; ; attempt += 1) {
    throwIfAborted(options.signal)
    const isLast = attempt > options.maxRetries
    let retryAfter: string | null = null
    try {
      const response = await options.fetch(url, { headers, cache: "no-store", signal: requestSignal(options) })
      const text = await response.text()
      retryAfter = response.headers.get("Retry-After")
      if (!RETRIED.has(response.status) || isLast || retryWaitMs(attempt, retryAfter, options.now()) === null) {
        return { response, text }
      }
    } catch (cause) {
      throwIfAborted(options.signal)
      if (isLast) throw new BuyerError("not_charged", `${new URL(url).pathname} cannot be reached.`, { cause })
    }
    await wait(retryWaitMs(attempt, retryAfter, options.now()) ?? FIRST_WAIT_MS, options)
  }
}

/** The error of a response that is not the expected one. */
export function unexpected(url: URL, { response, text }: Read, expected: string): BuyerError {
  const problem = parseJson(text)
  const { code, detail } = isFields(problem) ? problem : {}
  const message = typeof detail === "string" ? detail : text.slice(0, 200)
  return new BuyerError(
    "not_charged",
    `${url.pathname} answered ${response.status} instead of ${expected}: ${message}`,
    {
      ...responseDetails(response),
      reason: typeof code === "string" ? code : null,
    },
  )
}

/** A free answer. @throws {BuyerError} */
export async function readJson(
  url: URL,
  options: RequestOptions,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const answer = await read(url, options, headers)
  // A service that does not work fully answers /health with 503.
  if (!answer.response.ok && answer.response.headers.get("Content-Type")?.startsWith("application/json") !== true) {
    throw unexpected(url, answer, "200")
  }
  const value = parseJson(answer.text)
  if (value !== undefined) return value
  const message = `${url.pathname}: the answer is not JSON.`
  throw new BuyerError("invalid_response", message, responseDetails(answer.response))
}
