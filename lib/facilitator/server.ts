import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { parseJson } from "@/lib/domain/parse-json"
import { readBounded } from "@/lib/domain/read-bounded"
import { KEEP_ALIVE_MS } from "@/lib/api/keep-alive"
import { SETTLEMENT_WAIT_MS } from "@/lib/ledger/ledger"
import type { FacilitatorDesk } from "./desk"
import { type Doorman, type Rejection, SETTLE_WEIGHT } from "./doorman"

export type FacilitatorServerOptions = {
  readonly desk: FacilitatorDesk
  readonly doorman: Doorman
  readonly host: string
  /** 0: any free port. */
  readonly port: number
}

export type FacilitatorServer = {
  readonly url: string
  /** Lets answers that are under way go out. */
  stop(): Promise<void>
}

type Reply = {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** A payment with a passkey's signature and a large extension has some 16 KB. */
const MAX_BODY_BYTES = 65_536
const MAX_KEY_LENGTH = 128
const LIMITS = { maxHeaderSize: 16_384, headersTimeout: 5_000, requestTimeout: 15_000, keepAliveTimeout: KEEP_ALIVE_MS }
const MAX_CONNECTIONS = 512
/** A settlement that is under way is answered within its own time; whoever still sends a question by then is not. */
const STOP_MS = SETTLEMENT_WAIT_MS + 5_000

const HEADERS = {
  "Content-Type": "application/json",
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
} as const

const METHODS: Readonly<Record<string, "GET" | "POST">> = { "/verify": "POST", "/settle": "POST", "/supported": "GET" }

/**
 * The facilitator's three paths over HTTP, on a port of its own: none of the dashboard's rules for browsers hold here.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/x402-specification-v2.md (facilitator interface)
 */
export async function openFacilitatorServer(options: FacilitatorServerOptions): Promise<FacilitatorServer> {
  const server = createServer(LIMITS, (request, response) => void serve(request, response, options))
  server.maxConnections = MAX_CONNECTIONS
  const port = await listen(server, options)
  const host = options.host.includes(":") ? `[${options.host}]` : options.host
  return { url: `http://${host}:${port}`, stop: () => close(server) }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  options: FacilitatorServerOptions,
): Promise<void> {
  const { status, body, headers } = await replyTo(request, options)
  // Who is turned away before it was read may go on sending: the connection ends.
  const isRead = request.complete ? {} : { Connection: "close" }
  response.writeHead(status, { ...HEADERS, ...isRead, ...headers }).end(JSON.stringify(body))
}

async function replyTo(request: IncomingMessage, { desk, doorman }: FacilitatorServerOptions): Promise<Reply> {
  const path = request.url ?? ""
  const method = Object.hasOwn(METHODS, path) ? METHODS[path] : undefined
  if (method === undefined) return refuse(404, "Nothing is served here.")
  if (request.method !== method) return refuse(405, `Use ${method}.`, { Allow: method })
  const rejection = doorman.admit(request.headers) ?? doorman.count(path === "/settle" ? SETTLE_WEIGHT : 1)
  if (rejection !== null) return turnAway(rejection)
  if (path === "/supported") return desk.supported()
  if (!/^application\/json(?:;|$)/i.test(request.headers["content-type"] ?? "")) {
    return refuse(415, "The body must be application/json.")
  }
  const key = request.headers["idempotency-key"] ?? null
  if (key !== null && (typeof key !== "string" || key.length > MAX_KEY_LENGTH)) {
    return refuse(400, `An Idempotency-Key has at most ${MAX_KEY_LENGTH} characters.`)
  }
  const text = await readText(request)
  if (text === null) return refuse(413, `A body has at most ${MAX_BODY_BYTES} bytes.`)
  const json = parseJson(text)
  if (json === undefined) return refuse(400, "The body is no JSON.")
  return path === "/verify" ? desk.verify(json) : desk.settle(json, key)
}

function turnAway({ status, error, retryAfterS }: Rejection): Reply {
  return refuse(status, error, {
    ...(status === 401 && { "WWW-Authenticate": "Bearer" }),
    ...(retryAfterS !== undefined && { "Retry-After": String(retryAfterS) }),
  })
}

function refuse(status: number, error: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, body: { error }, headers }
}

/** `null`: too long, or cut off; the rest is not read. */
async function readText(request: IncomingMessage): Promise<string | null> {
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) return null
  try {
    // The connection stays open for the refusal.
    const bytes = await readBounded(request.iterator({ destroyOnReturn: false }), MAX_BODY_BYTES)
    return bytes?.toString("utf8") ?? null
  } catch {
    return null
  }
}

async function listen(server: Server, { host, port }: FacilitatorServerOptions): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, () => {
      server.off("error", reject)
      resolve()
    })
  })
  const address = server.address()
  return address === null || typeof address === "string" ? port : address.port
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => {
    server.close(resolve)
  })
  server.closeIdleConnections()
  const force = setTimeout(() => server.closeAllConnections(), STOP_MS)
  await closed
  clearTimeout(force)
}
