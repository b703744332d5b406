import { guessedAddress } from "@/lib/api/guessed-paths"
import { AppError } from "@/lib/domain/errors"
import { machineHeaders, preflightResponse } from "./headers"
import { AnsweredError, problemResponse } from "./problem"
import type { PathSegments } from "./question"
import { responseOf } from "./text-of"

export type RouteContext = {
  readonly params: Promise<PathSegments | undefined>
  /** The call of a tool that this request stands for; absent: it came over HTTP. */
  readonly call?: ToolCall
}

/** `requestId`: of the request that carried the call, so that both are found under one. */
export type ToolCall = { readonly tool: string; readonly requestId: string }

export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>

/** What a `route.ts` exports. Every method is there, so that each is answered by us and in our words. */
export type Route = Readonly<Record<"GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "PATCH" | "DELETE", RouteHandler>>

export type RequestLog = (facts: {
  readonly requestId: string
  readonly method: string
  readonly path: string
  readonly status: number
  /** The answer came with a receipt. */
  readonly paid: boolean
  /** Over MCP: who asked for the path. */
  readonly tool?: string
  readonly durationMs: number
  readonly error: unknown
}) => void

export type RouteOptions = {
  readonly newRequestId: () => string
  readonly log: RequestLog
  readonly now: () => number
}

type Answering = (request: Request, context: RouteContext, requestId: string) => Promise<Response>

/** Wraps a GET: request id, errors as problems, HEAD without running anything that costs, 405 for the rest. */
export function getRoute(get: Answering, head: Answering, options: () => RouteOptions): Route {
  const methods = ["GET", "HEAD", "OPTIONS"]
  return {
    GET: guarded(get, options),
    HEAD: guarded(async (...args) => withoutBody(await head(...args)), options),
    OPTIONS: () => Promise.resolve(preflightResponse(methods)),
    POST: refuse(methods, options),
    PUT: refuse(methods, options),
    PATCH: refuse(methods, options),
    DELETE: refuse(methods, options),
  }
}

/** Wraps a POST: of the sandbox, and of MCP. */
export function postRoute(post: Answering, options: () => RouteOptions): Route {
  const methods = ["POST", "OPTIONS"]
  return {
    GET: refuse(methods, options),
    HEAD: refuse(methods, options),
    OPTIONS: () => Promise.resolve(preflightResponse(methods)),
    POST: guarded(post, options),
    PUT: refuse(methods, options),
    PATCH: refuse(methods, options),
    DELETE: refuse(methods, options),
  }
}

/** JSON for every method on a path that is not there; who guessed it for another is sent on. */
export function notFoundRoute(options: () => RouteOptions): Route {
  const answer = guarded(async ({ url }, _, requestId) => {
    const { pathname } = new URL(url)
    const address = guessedAddress(pathname)
    if (address !== null) return movedResponse(address, requestId)
    throw new NotFoundError(pathname)
  }, options)
  return {
    GET: answer,
    HEAD: answer,
    OPTIONS: () => Promise.resolve(preflightResponse(["GET", "HEAD", "OPTIONS"])),
    POST: answer,
    PUT: answer,
    PATCH: answer,
    DELETE: answer,
  }
}

/** A 200 with a JSON body. */
export function jsonResponse(body: unknown, requestId: string, status = 200): Response {
  return responseOf(JSON.stringify(body), { status, headers: machineHeaders(requestId) })
}

/** A 200 with a text for people and models. */
export function textResponse(body: string, requestId: string): Response {
  return responseOf(body, { headers: { ...machineHeaders(requestId), "Content-Type": "text/plain; charset=utf-8" } })
}

/** To the address of what was asked for, readable by any origin: a redirect of Next's own is not. */
export function movedResponse(address: string, requestId: string): Response {
  return new Response(null, { status: 308, headers: { ...machineHeaders(requestId), Location: address } })
}

/** Answers that carry those of routes which have logged them. */
const logged = new WeakSet<Response>()

/** Marks an answer as logged already, so that one call is one line. */
export function alreadyLogged(response: Response): Response {
  logged.add(response)
  return response
}

function guarded(answer: Answering, options: () => RouteOptions): RouteHandler {
  return async (request, context) => {
    const { newRequestId, log, now } = options()
    const { requestId, ...caller } = context.call ?? { requestId: newRequestId() }
    const startedMs = now()
    let failure: unknown = null
    let response: Response
    try {
      response = await answer(request, context, requestId)
    } catch (error) {
      failure = error
      response = problemResponse(error, requestId)
    }
    if (logged.has(response)) return response
    const { method, url } = request
    const { ok, status, headers } = response
    const facts = {
      method,
      path: new URL(url).pathname,
      ...caller,
      status,
      paid: ok && headers.has("PAYMENT-RESPONSE"),
    }
    log({ requestId, ...facts, durationMs: now() - startedMs, error: failure })
    return response
  }
}

function refuse(methods: readonly string[], options: () => RouteOptions): RouteHandler {
  return guarded((request) => {
    throw new MethodNotAllowedError(request.method, methods)
  }, options)
}

function withoutBody(response: Response): Response {
  return new Response(null, { status: response.status, headers: response.headers })
}

export class NotFoundError extends AppError {
  override readonly name = "NotFoundError"
  readonly code = "not_found"

  constructor(path: string) {
    super(`There is nothing at "${path.slice(0, 200)}". GET /api lists what is served.`)
  }
}

class MethodNotAllowedError extends AnsweredError {
  override readonly name = "MethodNotAllowedError"
  readonly code = "method_not_allowed"
  readonly answer: { readonly headers: Readonly<Record<string, string>> }

  constructor(method: string, allowed: readonly string[]) {
    super(`${method} is not served here; use ${allowed.join(", ")}.`)
    this.answer = { headers: { Allow: allowed.join(", ") } }
  }
}
