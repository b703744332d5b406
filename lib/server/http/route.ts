import { aliasTarget } from "./path-aliases"
import { AppError } from "@/lib/domain/errors"
import { machineHeaders, preflightResponse, textBodyResponse } from "./response"
import { HttpError, problemResponse } from "./problem"
import type { PathSegments } from "./request-params"

export type RouteContext = {
  readonly params: Promise<PathSegments | undefined>
  /** The MCP tool call that this request was made from; absent for a request over HTTP. */
  readonly call?: ToolCall
  /** The address of the client, for limits per client; absent or `null`: unknown. */
  readonly client?: string | null
}

/** `requestId`: the id of the HTTP request that contained the call, so that both have one id in the log. */
export type ToolCall = { readonly tool: string; readonly requestId: string }

export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>

/** The exports of a `route.ts`. They include every method, so that Next.js answers none of them itself. */
export type Route = Readonly<Record<"GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "PATCH" | "DELETE", RouteHandler>>

export type RequestLog = (facts: {
  readonly requestId: string
  readonly method: string
  readonly path: string
  readonly status: number
  /** Whether the answer was paid for. */
  readonly paid: boolean
  /** The MCP tool that the request was made from. */
  readonly tool?: string
  readonly durationMs: number
  readonly error: unknown
}) => void

/** Answers a request within a span of its trace. */
export type TraceRequest = (request: Request, answer: () => Promise<Response>) => Promise<Response>

export type RouteOptions = {
  /** Public origin of the service, of which the `type` of a problem is a page. */
  readonly origin: string
  readonly newRequestId: () => string
  readonly log: RequestLog
  readonly now: () => number
  /** Absent: requests have no spans. */
  readonly trace?: TraceRequest
}

export type EndpointHandler = (request: Request, context: RouteContext, requestId: string) => Promise<Response>

/**
 * A GET endpoint: request id, errors as problems, a HEAD that computes nothing, and 405 for other methods.
 *
 * @param describe answers an OPTIONS request that is not a CORS preflight; absent: like a preflight
 */
export function getRoute(
  get: EndpointHandler,
  head: EndpointHandler,
  options: () => RouteOptions,
  describe?: EndpointHandler,
): Route {
  const methods = ["GET", "HEAD", "OPTIONS"]
  const described = describe && withErrorsAndLog(describe, options)
  return {
    GET: withErrorsAndLog(get, options),
    HEAD: withErrorsAndLog(async (...args) => withoutBody(await head(...args)), options),
    OPTIONS: (request, context) =>
      described && !request.headers.has("access-control-request-method")
        ? described(request, context)
        : Promise.resolve(preflightResponse(methods)),
    POST: methodNotAllowed(methods, options),
    PUT: methodNotAllowed(methods, options),
    PATCH: methodNotAllowed(methods, options),
    DELETE: methodNotAllowed(methods, options),
  }
}

/** A POST endpoint, for the sandbox and MCP. `get`: the handler for a GET of the same path; absent: 405. */
export function postRoute(post: EndpointHandler, options: () => RouteOptions, get?: EndpointHandler): Route {
  const methods = [...(get ? ["GET", "HEAD"] : []), "POST", "OPTIONS"]
  const refuse = methodNotAllowed(methods, options)
  return {
    GET: get ? withErrorsAndLog(get, options) : refuse,
    HEAD: get ? withErrorsAndLog(async (...args) => withoutBody(await get(...args)), options) : refuse,
    OPTIONS: () => Promise.resolve(preflightResponse(methods)),
    POST: withErrorsAndLog(post, options),
    PUT: methodNotAllowed(methods, options),
    PATCH: methodNotAllowed(methods, options),
    DELETE: methodNotAllowed(methods, options),
  }
}

/** 404 as JSON for every method, or a redirect where the path is a known alias. */
export function notFoundRoute(options: () => RouteOptions): Route {
  const answer = withErrorsAndLog(async ({ url }, _, requestId) => {
    const { pathname } = new URL(url)
    const address = aliasTarget(pathname)
    if (address !== null) return permanentRedirect(address, requestId)
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

/** A response with a JSON body. */
export function jsonResponse(body: unknown, requestId: string, status = 200): Response {
  return textBodyResponse(JSON.stringify(body), { status, headers: machineHeaders(requestId) })
}

/** A redirect with CORS headers, which a redirect of Next.js does not have. */
export function permanentRedirect(address: string, requestId: string): Response {
  return new Response(null, { status: 308, headers: { ...machineHeaders(requestId), Location: address } })
}

/** Responses whose request is in the log already. */
const logged = new WeakSet<Response>()

/** Prevents a second log line for the request of this response. */
export function markLogged(response: Response): Response {
  logged.add(response)
  return response
}

function withErrorsAndLog(answer: EndpointHandler, options: () => RouteOptions): RouteHandler {
  const answerAndLog: RouteHandler = async (request, context) => {
    const { origin, newRequestId, log, now } = options()
    const { requestId, ...caller } = context.call ?? { requestId: newRequestId() }
    const startedMs = now()
    let failure: unknown = null
    let response: Response
    try {
      response = await answer(request, context, requestId)
    } catch (error) {
      // The service has not failed when a client closes the connection during its upload. That client reads no response.
      failure = isClientAbort(error) ? null : error
      response =
        failure === null
          ? new Response(null, { status: CLIENT_CLOSED_REQUEST })
          : problemResponse(error, { requestId, origin })
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
  return (request, context) => {
    const { trace } = options()
    return trace === undefined ? answerAndLog(request, context) : trace(request, () => answerAndLog(request, context))
  }
}

/** Answers and logs a request that was rejected before any route. */
export function errorResponse(
  error: AppError,
  target: { readonly method: string; readonly path: string },
  { origin, newRequestId, log }: RouteOptions,
): Response {
  const requestId = newRequestId()
  const response = problemResponse(error, { requestId, origin })
  log({ requestId, ...target, status: response.status, paid: false, durationMs: 0, error })
  return response
}

/** The status for a request whose client disconnected, as nginx logs it. No client receives it. */
const CLIENT_CLOSED_REQUEST = 499

/** The error of Node's request stream when the client closes the connection before the end of the body. */
function isClientAbort(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNRESET" && error.message === "aborted"
}

function methodNotAllowed(methods: readonly string[], options: () => RouteOptions): RouteHandler {
  return withErrorsAndLog((request) => {
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
    super(`Nothing is served at "${path.slice(0, 200)}". GET /api lists all endpoints.`)
  }
}

export class MethodNotAllowedError extends HttpError {
  override readonly name = "MethodNotAllowedError"
  readonly code = "method_not_allowed"

  constructor(method: string, allowed: readonly string[]) {
    super(`${method} is not supported here; use ${allowed.join(", ")}.`, { headers: { Allow: allowed.join(", ") } })
  }
}
