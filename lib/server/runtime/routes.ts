import type { PaidRouteOptions } from "@/lib/server/http/paid-route"
import { type EndpointHandler, notFoundRoute, postRoute, type RequestLog, type Route } from "@/lib/server/http/route"
import { type AppError, isAppError } from "@/lib/domain/errors"
import { config } from "./config"
import { metrics, operationOf } from "./metrics/metrics"
import { currentTerms, logger, newNonce, newRequestId, signedArtifacts } from "./runtime"
import { isErrorNamed } from "@/lib/server/nextjs/is-error-named"
import { singleton } from "@/lib/server/nextjs/singleton"
import { traceRequest } from "./tracing"
import { addPauseReason, pauseOf, suspectOutage } from "./sales-gate"
import { currentEntityTag, noDataPause, previewOf } from "./versions"

const ANSWER_DEADLINE_MS = 10_000

/** A POST, and a GET where there is one, that exist in the sandbox only; 404 in live mode. */
export function sandboxOnly(post: EndpointHandler, get?: EndpointHandler): Route {
  const open = postRoute(post, routeOptions, get)
  const closed = notFoundRoute(routeOptions)
  const pick = (method: keyof Route): Route[keyof Route] => {
    return (request, context) => (config().mode === "sandbox" ? open : closed)[method](request, context)
  }
  return {
    GET: pick("GET"),
    HEAD: pick("HEAD"),
    OPTIONS: pick("OPTIONS"),
    POST: pick("POST"),
    PUT: pick("PUT"),
    PATCH: pick("PATCH"),
    DELETE: pick("DELETE"),
  }
}

/** 404 as JSON, for every unknown path below `/api`. */
export function notFoundEndpoint(): Route {
  return notFoundRoute(routeOptions)
}

export function routeOptions(): PaidRouteOptions {
  return singleton("route-options", () => {
    addPauseReason("data", noDataPause)
    return {
      origin: config().origin,
      newRequestId,
      log: countedBy(config().requestLog ? logRequest : logFailure),
      now: performance.now.bind(performance),
      get terms() {
        return currentTerms()
      },
      clock: Date.now,
      newNonce,
      artifacts: signedArtifacts(),
      answerDeadlineMs: ANSWER_DEADLINE_MS,
      entityTagOf: currentEntityTag,
      previewOf,
      pauseOf,
      ...(config().tracing && { trace: traceRequest }),
    }
  })
}

function countedBy(log: RequestLog): RequestLog {
  const { httpRequests, httpDuration } = metrics()
  return (facts) => {
    const operation = operationOf(facts.path)
    httpRequests.inc({ operation, status: String(facts.status) })
    httpDuration.observe({ operation, paid: String(facts.paid) }, facts.durationMs / 1_000)
    if (facts.status >= 500) suspectOutage()
    log(facts)
  }
}

const logRequest: RequestLog = ({ error, ...facts }) => {
  logger().info({ ...facts, durationMs: Math.round(facts.durationMs * 10) / 10 }, "request")
  logFailure({ error, ...facts })
}

/**
 * Logs server errors. Client errors are not logged, and the part that is down logs a "down" health answer. Missing
 * gas is logged once by the settler and not again for each refused request.
 */
const logFailure: RequestLog = ({ error, ...facts }) => {
  if (facts.status < 500 || error === null || isPausedError(error)) return
  // Any client can name a transaction that is in no block, so this is not an error.
  if (isUnconfirmed(error)) logger().warn({ ...facts, code: error.code }, "request_pending")
  else logger().error({ ...facts, ...errorFacts(error) }, "request_failed")
}

/** Logged once by the part that pauses payments. */
function isPausedError(error: unknown): boolean {
  return ["OutOfGasError", "OverloadedError", "SalesPausedError", "SessionsPausedError"].some((name) =>
    isErrorNamed(error, name),
  )
}

/** The chain has not confirmed the transaction yet. */
function isUnconfirmed(error: unknown): error is AppError {
  return isAppError(error) && error.code === "settlement_pending" && error.cause === undefined
}

function errorFacts(error: unknown): Record<string, unknown> {
  return isAppError(error) ? { code: error.code, err: error } : { err: error }
}
