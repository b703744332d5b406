import type { StreamEvents } from "./answers.js"
import { BuyerError, responseDetails } from "./errors.js"
import { isFields, parseJson } from "./json.js"
import { type RequestOptions, retryWaitMs, throwIfAborted, untilAborted, wait } from "./request.js"

/**
 * One event of `GET /api/stream`. `connected` comes from this client, whenever the stream is open again.
 *
 * @example
 * function handle(event: StreamEvent) {
 *   if (event.event === "version") console.log(event.data.resource, event.data.version)
 * }
 */
export type StreamEvent =
  | {
      [Name in keyof StreamEvents]: {
        readonly event: Name
        /** The position of the event; null for events that do not move it. */
        readonly id: string | null
        readonly data: StreamEvents[Name]
      }
    }[keyof StreamEvents]
  | { readonly event: "connected"; readonly id: null; readonly data: null }

/** Heartbeats come every 15 seconds. Without any event for this time the connection is dead. */
const SILENCE_MS = 45_000
const RECONNECT_MS = 3_000

/**
 * The events of the service, for ever: it connects again and goes on after the last event.
 *
 * @throws {BuyerError} `aborted`, and `invalid_response` when the service does not answer with events
 */
export async function* streamEvents(
  origin: string,
  options: RequestOptions,
  lastEventId: string | null,
): AsyncGenerator<StreamEvent, never, undefined> {
  let position = lastEventId
  for (let failures = 0; ;) {
    throwIfAborted(options.signal)
    let retryAfter: string | null = null
    const connection = new AbortController()
    const stop = () => connection.abort()
    options.signal?.addEventListener("abort", stop, { once: true })
    try {
      const response = await openStream(origin, position, { ...options, signal: connection.signal })
      retryAfter = response.headers.get("Retry-After")
      if (response.ok && response.body !== null) {
        failures = 0
        yield { event: "connected", id: null, data: null }
        for await (const event of readEvents(response.body, connection.signal)) {
          position = event.id ?? position
          yield event
        }
      } else if (response.status !== 429 && response.status < 500) {
        const message = `/api/stream answered ${response.status}.`
        throw new BuyerError("invalid_response", message, responseDetails(response))
      } else {
        failures += 1
      }
    } catch (error) {
      throwIfAborted(options.signal)
      if (error instanceof BuyerError) throw error
      failures += 1
    } finally {
      options.signal?.removeEventListener("abort", stop)
      connection.abort()
    }
    await wait(
      failures === 0 ? RECONNECT_MS : (retryWaitMs(Math.min(failures, 6), retryAfter, options.now()) ?? 60_000),
      options,
    )
  }
}

async function openStream(origin: string, position: string | null, options: RequestOptions): Promise<Response> {
  const headers = { Accept: "text/event-stream", ...(position !== null && { "Last-Event-ID": position }) }
  const opening = options.fetch(new URL("/api/stream", origin), { headers, cache: "no-store", signal: options.signal })
  return withTimeout(opening, options.timeoutMs)
}

/** Parses server-sent events. @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation */
async function* readEvents(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<StreamEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ""
  try {
    for (;;) {
      const piece = await withTimeout(untilAborted(reader.read(), signal), SILENCE_MS)
      if (piece === undefined || piece.done) return
      const blocks = (rest + decoder.decode(piece.value, { stream: true })).replaceAll("\r\n", "\n").split("\n\n")
      rest = blocks.pop() ?? ""
      for (const block of blocks) {
        const event = parseEvent(block)
        if (event !== null) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** `null`: a comment, or `retry` alone. */
function parseEvent(block: string): StreamEvent | null {
  const fields = new Map<string, string>()
  for (const line of block.split("\n")) {
    const [, name = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
    const earlier = name === "data" ? fields.get(name) : undefined
    fields.set(name, earlier === undefined ? value : `${earlier}\n${value}`)
  }
  const data = parseJson(fields.get("data") ?? "")
  const event = fields.get("event")
  if (event === undefined || !isFields(data)) return null
  const read = { event, id: fields.get("id") ?? null, data }
  return isStreamEvent(read) ? read : null
}

const EVENTS: Readonly<Record<keyof StreamEvents, true>> = {
  version: true,
  call: true,
  service: true,
  prices: true,
  heartbeat: true,
}

/** A newer service may send events that this version does not know. Their data is typed as the service documents it. */
function isStreamEvent(read: {
  readonly event: string
}): read is Exclude<StreamEvent, { readonly event: "connected" }> {
  return Object.hasOwn(EVENTS, read.event)
}

async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer for ${ms} ms.`)), ms)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}
