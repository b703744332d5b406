import { singleFlight } from "@/lib/domain/single-flight"
import type { z } from "zod"
import type { Clock, Sleep } from "@/lib/domain/clock"
import { parseJson } from "@/lib/domain/parse-json"
import type { HostHealth } from "./circuit-breaker"
import { isSourceError, SourceMalformedError, sourceError, SourceUnavailableError, type SourceError } from "./errors"
import { createHostGate, type HostGate } from "./host-guard"
import type { Fetch } from "./ports"
import { parseJsonBody, readBody, readBytes } from "./read-body"
import { readRetryAfter, statusError, type ReadProviderError } from "./provider-error"
import type { HostLimit } from "./token-bucket"

const DEFAULT_DEADLINE_MS = 8000
const DEFAULT_MAX_BYTES = 4_000_000
const MAX_RETRY_AFTER_MS = 10_000
const RETRY_PAUSE_MS = 250
const ACCEPT = "application/json, text/*;q=0.9, */*;q=0.5"

export type SourceClientOptions = {
  readonly fetch: Fetch
  readonly clock: Clock
  readonly sleep: Sleep
  /** In [0, 1), for jitter. */
  readonly random: () => number
  /** `name/1.0 (+https://site; contact@site)`. Some providers require the contact. */
  readonly userAgent: string
  /** Replaces the limits of `host-limits.ts`. */
  readonly limits?: Readonly<Record<string, HostLimit>>
}

export type RequestOptions = {
  readonly headers?: Readonly<Record<string, string>>
  /** For the whole call with its retry, without the wait in the queue. By default 8 s. */
  readonly deadlineMs?: number
  /** By default 4 MB. */
  readonly maxBytes?: number
  /** Finds the error that a provider reports in its body, also with status 200. */
  readonly readError?: ReadProviderError
}

export type JsonOptions<T> = RequestOptions & { readonly schema: z.ZodType<T> }

/**
 * The HTTP client of every adapter.
 *
 * Each method throws `SourceUnavailableError` or `SourceMalformedError` and nothing else.
 */
export type SourceClient = {
  getJson<T>(url: string, options: JsonOptions<T>): Promise<T>
  getText(url: string, options?: RequestOptions): Promise<string>
  getBytes(url: string, options?: RequestOptions): Promise<Uint8Array>
  postJson<T>(url: string, options: JsonOptions<T> & { readonly body: unknown }): Promise<T>
  health(): readonly HostHealth[]
}

type Call = RequestOptions & {
  readonly url: string
  readonly host: string
  readonly reads: "json" | "text" | "bytes"
  /** Sent with POST where present. */
  readonly body?: unknown
}

export function createSourceClient(options: SourceClientOptions): SourceClient {
  const gate = createHostGate(options)
  const request = singleFlight(
    (call: Call): Promise<unknown> =>
      gate.guard(call.host, () =>
        beforeDeadline(options, call, (deadline) => requestWithRetry(options, gate, call, deadline)),
      ),
    ({ reads, url, body }) => JSON.stringify([reads, url, body ?? null]),
  )

  async function requestJson<T>(url: string, { schema, ...rest }: JsonOptions<T>): Promise<T> {
    const host = hostOf(url)
    return parseWith(schema, await request({ ...rest, url, host, reads: "json" }), host)
  }

  return {
    getJson: requestJson,
    postJson: requestJson,
    async getText(url, rest = {}) {
      return String(await request({ ...rest, url, host: hostOf(url), reads: "text" }))
    },
    async getBytes(url, rest = {}) {
      const host = hostOf(url)
      const bytes = await request({ ...rest, url, host, reads: "bytes" })
      if (bytes instanceof Uint8Array) return bytes
      throw new SourceMalformedError({ kind: "schema", host, message: `${host} sent no bytes.` })
    },
    health: () => gate.health(),
  }
}

function hostOf(url: string): string {
  return new URL(url).host
}

/** Retries once, with jitter, after a network error, a 5xx, or a 429 with a short `Retry-After`. */
async function requestWithRetry(
  ports: SourceClientOptions,
  gate: HostGate,
  call: Call,
  deadline: Deadline,
): Promise<unknown> {
  const { signal, atMs } = deadline
  try {
    return await requestOnce(ports, call, signal)
  } catch (error) {
    const pauseMs = isSourceError(error) ? pauseBeforeRetry(error, ports.random) : null
    if (pauseMs === null || signal.aborted || ports.clock() + pauseMs >= atMs) throw error
    await ports.sleep(pauseMs, signal)
    // When the queue rejects the retry, the first error is thrown.
    const hasTurn = await gate.waitForTurn(call.host, atMs - ports.clock()).then(
      () => true,
      () => false,
    )
    if (!hasTurn) throw error
    return requestOnce(ports, call, signal)
  }
}

function pauseBeforeRetry(error: SourceError, random: () => number): number | null {
  const jitterMs = RETRY_PAUSE_MS * (1 + random())
  if (error.kind === "network") return jitterMs
  if (error.kind !== "rate_limited" || error.retryAfterMs === null) return null
  return error.retryAfterMs <= MAX_RETRY_AFTER_MS ? error.retryAfterMs + jitterMs : null
}

async function requestOnce(ports: SourceClientOptions, call: Call, signal: AbortSignal): Promise<unknown> {
  const { host, readError } = call
  const response = await send(ports, call, signal)
  const maxBytes = call.maxBytes ?? DEFAULT_MAX_BYTES
  const broken = (error: unknown) => {
    throw isSourceError(error) ? error : networkError(host, error)
  }
  if (call.reads === "bytes" && response.ok) return readBytes(response, host, maxBytes).catch(broken)
  const text = await readBody(response, host, maxBytes).catch(broken)
  const retryAfterMs = readRetryAfter(response.headers, ports.clock())
  const answer = { host, status: response.status, text, retryAfterMs }
  if (!response.ok) {
    const byStatus = statusError(answer)
    const reported = readError?.(parseJson(text) ?? text) ?? null
    // An unknown error code in the body does not replace a status that describes the host.
    const isOfHost = byStatus.kind === "rate_limited" || byStatus.kind === "geo_block" || byStatus.kind === "network"
    throw reported === null || (reported.kind === "not_found" && isOfHost)
      ? byStatus
      : sourceError({ ...reported, host, retryAfterMs })
  }
  const body = call.reads === "json" ? parseJsonBody(text, host) : text
  const reported = readError?.(body)
  if (reported) throw sourceError({ ...reported, host, retryAfterMs })
  return body
}

async function send(ports: SourceClientOptions, call: Call, signal: AbortSignal): Promise<Response> {
  try {
    const headers = new Headers({ accept: ACCEPT, "user-agent": ports.userAgent, ...call.headers })
    if (call.body !== undefined) headers.set("content-type", "application/json")
    return await ports.fetch(
      new Request(call.url, {
        headers,
        ...(call.body !== undefined && { method: "POST", body: JSON.stringify(call.body) }),
        // Without this option, Next.js would cache the answer. The feeds decide how long data stays fresh.
        cache: "no-store",
        signal,
      }),
    )
  } catch (cause) {
    throw networkError(call.host, cause)
  }
}

function networkError(host: string, cause: unknown): SourceUnavailableError {
  return new SourceUnavailableError({ kind: "network", host, message: `${host} could not be reached.`, cause })
}

function parseWith<T>(schema: z.ZodType<T>, body: unknown, host: string): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const message = `${host} changed its answer at "${issue?.path.join(".") ?? ""}": ${issue?.message ?? "no detail"}.`
  throw new SourceMalformedError({ kind: "schema", host, message, cause: parsed.error })
}

type Deadline = { readonly atMs: number; readonly signal: AbortSignal }

async function beforeDeadline<T>(
  { sleep, clock }: SourceClientOptions,
  { host, deadlineMs = DEFAULT_DEADLINE_MS }: Call,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const request = new AbortController()
  const timer = new AbortController()
  const expiry = sleep(deadlineMs, timer.signal).then(() => {
    request.abort()
    throw new SourceUnavailableError({ kind: "timeout", host, message: `${host} was silent for ${deadlineMs} ms.` })
  })
  try {
    return await Promise.race([expiry, work({ atMs: clock() + deadlineMs, signal: request.signal })])
  } finally {
    timer.abort()
  }
}
