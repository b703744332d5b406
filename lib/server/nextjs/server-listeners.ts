import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { type IncomingMessage, Server, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { isOver } from "@/lib/domain/clock"
import { openServer } from "./close-server"

const NEW_CONNECTION = "net.server.socket"

/** Answers a request and returns true, or returns false and leaves the request to Next.js. */
export type RequestInterceptor = (request: IncomingMessage, response: ServerResponse) => boolean

/** A client must send its headers, and then its whole request, within these times. */
const HEADERS_TIMEOUT_MS = 20_000
const REQUEST_TIMEOUT_MS = 60_000
const SILENCE_LIMITS = {
  /** A connection ends when it is idle, or when its client reads nothing of an answer, for this time. */
  stalledMs: 30_000,
  /** An answer that is still being computed may take this long. It is longer than a payment waits for its settlement. */
  answerMs: 120_000,
}

/**
 * Installs `intercept` before the request listener of Next.js, and sets timeouts on every socket of the server. Next.js does not
 * expose its server, so the server is taken from the diagnostics channel message of the first connection. Node publishes this
 * message before it parses a request.
 *
 * @see https://nodejs.org/api/diagnostics_channel.html#net
 */
export function takeOverServer(intercept: RequestInterceptor): void {
  const onConnection = (message: unknown) => {
    const server = serverOf(message)
    if (server === null) return
    unsubscribe(NEW_CONNECTION, onConnection)
    openServer().current = server
    configureServer(server, intercept)
  }
  subscribe(NEW_CONNECTION, onConnection)
}

/** Node documents the message as `{ socket }`. Its sockets name their server, which the types leave out. */
function serverOf(message: unknown): Server | null {
  const { socket } = message as { readonly socket: Socket & { readonly server?: unknown } }
  return socket.server instanceof Server ? socket.server : null
}

/** Exported for tests that create their own server. */
export function configureServer(server: Server, intercept: RequestInterceptor, silence = SILENCE_LIMITS): void {
  const others = server.listeners("request")
  const answering = new WeakMap<Socket, { readonly response: ServerResponse; readonly sinceMs: number }>()
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    answering.set(socket, { response, sinceMs: Date.now() })
    response.once("close", () => {
      if (answering.get(socket)?.response === response) answering.delete(socket)
    })
    if (intercept(request, response)) return
    for (const listener of others) Reflect.apply(listener, server, [request, response])
  }
  server.removeAllListeners("request")
  server.on("request", handle)
  // Without a listener Node treats an upgrade as a plain request. Next.js's listener leaves some of these sockets open for ever.
  server.removeAllListeners("upgrade")
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    // A body that is too large is refused before the client sends it.
    if (intercept(request, response)) return
    response.writeContinue()
    for (const listener of others) Reflect.apply(listener, server, [request, response])
  })
  server.headersTimeout = HEADERS_TIMEOUT_MS
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.timeout = silence.stalledMs
  server.on("timeout", (socket: Socket) => {
    const answer = answering.get(socket)
    // Bytes that wait in the socket belong to a client that does not read.
    const isComputing = answer !== undefined && socket.writableLength === 0
    const { answerMs: lengthMs } = silence
    if (isComputing && !isOver({ sinceMs: answer.sinceMs, lengthMs, nowMs: Date.now() }))
      socket.setTimeout(silence.stalledMs)
    else socket.destroy()
  })
}
