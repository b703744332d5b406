import type { Contract, PaidContract, Params, ResponseOf } from "@/lib/api/contract"
import { freeRoute } from "@/lib/http/free-route"
import { paidRoute, type PaidRouteOptions } from "@/lib/http/paid-route"
import { notFoundRoute, postRoute, type RequestLog, type Route } from "@/lib/http/route"
import { type AppError, isAppError } from "@/lib/domain/errors"
import { config } from "./config"
import { feedRevision } from "./feeds"
import { isPaused, logger, newNonce, newRequestId, paymentTerms, runtime, signedArtifacts } from "./runtime"
import { type Inputs, shareAnswers } from "./shared-answers"
import { singleton } from "./singleton"
import { entityTagOf, previewOf } from "./versions"

const ANSWER_DEADLINE_MS = 10_000

/** Sells a use case at its contract's price: computed once for all who buy it at the same time. */
export function sell<C extends PaidContract>(
  contract: C,
  handle: (params: Params<C>) => Promise<ResponseOf<C>>,
): Route {
  const shared = shareAnswers(handle, { inputs: feedInputs, clock: Date.now })
  return paidRoute(contract, shared, routeOptions, async () => (await runtime()).gate)
}

async function feedInputs(): Promise<Inputs> {
  const service = await runtime()
  return { of: service, revision: feedRevision(service) }
}

/** Serves a free contract. */
export function give<C extends Contract>(
  contract: C,
  handle: (params: Params<C>) => Promise<ResponseOf<C>>,
  statusFor?: (answer: ResponseOf<C>) => number,
): Route {
  return freeRoute(contract, handle, routeOptions, statusFor)
}

/** A POST that exists in the sandbox only: 404 elsewhere, as if it had never been written. */
export function sandboxOnly(post: Parameters<typeof postRoute>[0]): Route {
  const open = postRoute(post, routeOptions)
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

/** JSON 404 for everything below `/api` that is not served. */
export function nothingHere(): Route {
  return notFoundRoute(routeOptions)
}

export function routeOptions(): PaidRouteOptions {
  return singleton("route-options", () => ({
    newRequestId,
    log: config().requestLog ? logRequest : logFailure,
    now: performance.now.bind(performance),
    terms: paymentTerms(),
    clock: Date.now,
    newNonce,
    artifacts: signedArtifacts(),
    answerDeadlineMs: ANSWER_DEADLINE_MS,
    entityTagOf,
    previewOf,
    isPaused,
  }))
}

const logRequest: RequestLog = ({ error, ...facts }) => {
  logger().info({ ...facts, durationMs: Math.round(facts.durationMs * 10) / 10 }, "request")
  logFailure({ error, ...facts })
}

/**
 * Client mistakes are not failures of ours, nor is a health answer that says "down": what is down has said so itself. So has
 * the gas, once, while every quote is refused for want of it.
 */
const logFailure: RequestLog = ({ error, ...facts }) => {
  if (facts.status < 500 || error === null || isOutOfGas(error)) return
  // Anybody may name a transaction that no block has.
  if (isAwaited(error)) logger().warn({ ...facts, code: error.code }, "request_pending")
  else logger().error({ ...facts, ...errorFacts(error) }, "request_failed")
}

/** Nothing is wrong but that the chain has not told yet. */
function isAwaited(error: unknown): error is AppError {
  return isAppError(error) && error.code === "settlement_pending" && error.cause === undefined
}

/** By name: the error may come from another piece of the built server. */
function isOutOfGas(error: unknown): boolean {
  return isAppError(error) && error.name === "OutOfGasError"
}

function errorFacts(error: unknown): Record<string, unknown> {
  return isAppError(error) ? { code: error.code, err: error } : { err: error }
}
