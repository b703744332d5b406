import pLimit from "p-limit"
import { hashOfText } from "@/lib/x402/chain/crypto"
import { authorizationKey } from "@/lib/x402/chain/usdc-contract"
import type { PaidContract } from "@/lib/api/contract"
import type { Clock } from "@/lib/domain/clock"
import { parseJson } from "@/lib/domain/parse-json"
import { createCircuitBreaker } from "@/lib/outbound/circuit-breaker"
import type { SourceErrorKind } from "@/lib/outbound/errors"
import type { Fetch } from "@/lib/outbound/ports"
import { readBody } from "@/lib/outbound/read-body"
import type { FacilitatedPayment, Facilitator, SettleAnswer, VerifyAnswer } from "@/lib/x402/settlement/facilitator"
import type { PaymentTerms } from "@/lib/x402/wire/requirements"
import { facilitatorRequest, readSettleAnswer, readVerifyAnswer } from "./facilitator-messages"
import type { Authorize } from "./facilitator-auth"

export type FacilitatorClientOptions = {
  /** `https://facilitator.example/x402`, to which `/verify` and `/settle` are added. */
  readonly url: string
  readonly authorize: Authorize
  readonly terms: PaymentTerms
  /** The contract of an endpoint, for facilitators that list what is sold. */
  readonly contractOf: (endpoint: string) => PaidContract | undefined
  readonly fetch: Fetch
  readonly clock: Clock
  readonly verifyTimeoutMs?: number
  readonly settleTimeoutMs?: number
}

/** A reply; or none, and whether the request can have arrived. */
type Reply =
  | { readonly kind: "answer"; readonly status: number; readonly body: unknown }
  | { readonly kind: "none"; readonly mayHaveArrived: boolean; readonly cause: unknown }

const VERIFY_TIMEOUT_MS = 5_000
/** A settlement takes a block or two. Longer than a payer waits, because a late reply is still useful. */
const SETTLE_TIMEOUT_MS = 30_000
const MAX_BYTES = 65_536
const MAX_CONCURRENT_REQUESTS = 16
const OPEN_DURATIONS = { firstMs: 5_000, maxMs: 60_000 }

/** Failures before the first byte was sent. */
const CONNECT_FAILURES = new Set<unknown>(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"])

/**
 * A facilitator at a URL. Each call is one request; the settler decides by the chain when to repeat it.
 *
 * A circuit breaker opens after three consecutive faults: for 5 s, and twice as long after each failed trial, up to 60 s. A
 * refused payment is not a fault.
 */
export function createFacilitatorClient(options: FacilitatorClientOptions): Facilitator {
  const { terms, clock } = options
  const { host } = new URL(options.url)
  const breaker = createCircuitBreaker(OPEN_DURATIONS)
  const limitConcurrency = pLimit(MAX_CONCURRENT_REQUESTS)
  let lastFault: string | null = null

  async function verify(payment: FacilitatedPayment): Promise<VerifyAnswer> {
    const reply = await ask("verify", payment, options.verifyTimeoutMs ?? VERIFY_TIMEOUT_MS)
    if (reply.kind === "none") return { kind: "unavailable", cause: reply.cause }
    const answer = readVerifyAnswer(reply.body)
    report(answer !== null && answer.kind !== "unavailable", reply.status)
    return answer ?? { kind: "unavailable", cause: unreadable(reply.status) }
  }

  async function settle(payment: FacilitatedPayment): Promise<SettleAnswer> {
    const reply = await ask("settle", payment, options.settleTimeoutMs ?? SETTLE_TIMEOUT_MS)
    if (reply.kind === "none") {
      const { cause, mayHaveArrived } = reply
      return mayHaveArrived ? { kind: "unknown", cause, transaction: null } : { kind: "unsent", cause }
    }
    const { status, body } = reply
    const answer = readSettleAnswer(body)
    report(answer !== null && answer.kind !== "unknown", status)
    return answer ?? { kind: "unknown", cause: unreadable(status), transaction: null }
  }

  async function ask(what: "verify" | "settle", payment: FacilitatedPayment, timeoutMs: number): Promise<Reply> {
    return limitConcurrency(async () => {
      if (breaker.openReason(clock()) !== null) {
        return {
          kind: "none",
          mayHaveArrived: false,
          cause: new Error(`${host} gets no requests for a while, because it failed several times.`),
        }
      }
      breaker.started(clock())
      try {
        return await post(what, payment, timeoutMs)
      } catch (cause) {
        const isLate = cause instanceof Error && cause.name === "TimeoutError"
        fault(isLate ? "timeout" : "network", `${host} ${isLate ? "is too slow" : "does not answer"}.`)
        return {
          kind: "none",
          mayHaveArrived: !isConnectFailure(cause),
          cause: new Error(lastFault ?? host, { cause }),
        }
      }
    })
  }

  async function post(what: "verify" | "settle", payment: FacilitatedPayment, timeoutMs: number): Promise<Reply> {
    const url = `${options.url.replace(/\/+$/, "")}/${what}`
    const response = await options.fetch(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json",
        // A facilitator with idempotency keys repeats its first reply to a repeated request.
        "Idempotency-Key": hashOfText(`${terms.origin} ${authorizationKey(payment.authorization)}`),
        ...(await options.authorize("POST", url)),
      },
      body: JSON.stringify(facilitatorRequest(terms, payment, options.contractOf)),
      // A redirect could send the secret header to another server.
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await readBody(response, host, MAX_BYTES)
    return { kind: "answer", status: response.status, body: parseJson(text) ?? null }
  }

  function report(isHealthy: boolean, status: number): void {
    if (isHealthy) breaker.succeeded()
    else fault("schema", unreadable(status).message)
  }

  function fault(kind: SourceErrorKind, message: string): void {
    lastFault = message
    breaker.failed(kind, clock(), null)
  }

  function unreadable(status: number): Error {
    return new Error(`${host} answered ${status} and cannot serve.`)
  }

  return {
    verify,
    settle,
    status() {
      const isCircuitOpen = breaker.openReason(clock()) !== null
      const isHealthy = breaker.health(clock()).consecutiveFailures === 0
      return { host, isCircuitOpen, lastFault: isHealthy ? null : lastFault }
    },
  }
}

function isConnectFailure(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null
  return cause instanceof Error && "code" in cause && CONNECT_FAILURES.has(cause.code)
}
