import { isOver } from "@/lib/domain/clock"
import { AppError } from "@/lib/domain/errors"
import { machineHeaders } from "./response"

/** One server-sent event. `data` is sent as JSON. Events without an `id` do not move the client's position. */
export type ServerEvent = { readonly event: string; readonly id?: string; readonly data: unknown }

export type EventStreamLimits = {
  /** Open streams of this process. */
  readonly maxClients: number
  /** Open streams of one client address. */
  readonly maxPerAddress: number
  /** When all places are taken, the oldest stream that has lasted this long gives its place to a new one. */
  readonly minAgeMs: number
  /** Bytes that wait for one client. A client that falls further behind is disconnected. */
  readonly maxQueuedBytes: number
  /** A stream ends after this time and the client reconnects, so that no stream lives for ever. */
  readonly maxAgeMs: number
}

export const EVENT_STREAM_LIMITS: EventStreamLimits = {
  maxClients: 500,
  maxPerAddress: 20,
  minAgeMs: 60_000,
  maxQueuedBytes: 65_536,
  maxAgeMs: 30 * 60_000,
}

/** Clients wait this long before they reconnect. */
const RECONNECT_MS = 3_000
const RETRY_AFTER_S = 30

export type EventClient = {
  readonly body: ReadableStream<Uint8Array>
  readonly send: (event: ServerEvent) => void
}

export type EventBroadcast = {
  /** Opens a stream for a client address; `null`: unknown, and not limited alone. @throws {TooManyStreamsError} */
  readonly open: (client: string | null) => EventClient
  readonly send: (event: ServerEvent) => void
  readonly size: () => number
  /** Ends streams that are older than the limit. */
  readonly endOld: () => void
  /** Ends all streams. */
  readonly close: () => void
}

type OpenStream = {
  readonly client: string | null
  readonly sinceMs: number
  readonly write: (text: string) => void
  readonly end: () => void
}

/** Sends events to any number of HTTP clients, within limits. */
export function createEventBroadcast(limits: EventStreamLimits, clock: () => number): EventBroadcast {
  /** In the order of their age. */
  const streams = new Set<OpenStream>()
  const encoder = new TextEncoder()

  /** @throws {TooManyStreamsError} */
  function takePlace(client: string | null): void {
    const own = client === null ? [] : [...streams].filter((stream) => stream.client === client)
    if (own.length >= limits.maxPerAddress) throw new TooManyStreamsError()
    if (streams.size < limits.maxClients) return
    const [oldest] = streams
    if (oldest === undefined || !isOlder(oldest, limits.minAgeMs)) throw new TooManyStreamsError()
    oldest.end()
  }

  function isOlder({ sinceMs }: OpenStream, lengthMs: number): boolean {
    return isOver({ sinceMs, lengthMs, nowMs: clock() })
  }

  function open(client: string | null): EventClient {
    takePlace(client)
    let stream: OpenStream | null = null
    const body = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          stream = {
            client,
            sinceMs: clock(),
            write(text) {
              controller.enqueue(encoder.encode(text))
              if ((controller.desiredSize ?? 0) <= 0) this.end()
            },
            end() {
              if (streams.delete(this)) controller.close()
            },
          }
          streams.add(stream)
          stream.write(`retry: ${RECONNECT_MS}\n\n`)
        },
        cancel() {
          if (stream !== null) streams.delete(stream)
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: limits.maxQueuedBytes }),
    )
    return {
      body,
      send(event) {
        if (stream !== null && streams.has(stream)) stream.write(eventText(event))
      },
    }
  }

  return {
    open,
    send(event) {
      const text = eventText(event)
      for (const stream of streams) stream.write(text)
    },
    size: () => streams.size,
    endOld() {
      for (const stream of streams) if (isOlder(stream, limits.maxAgeMs)) stream.end()
    },
    close() {
      for (const stream of streams) stream.end()
    },
  }
}

/** The text of one event. @see https://html.spec.whatwg.org/multipage/server-sent-events.html */
export function eventText({ event, id, data }: ServerEvent): string {
  return `event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}

export const EVENT_STREAM_TYPE = "text/event-stream"

/** A 200 that no proxy buffers, compresses or caches. */
export function eventStreamResponse(body: ReadableStream<Uint8Array> | null, requestId: string): Response {
  return new Response(body, {
    headers: {
      ...machineHeaders(requestId),
      "Content-Type": EVENT_STREAM_TYPE,
      "Cache-Control": "no-store, no-transform",
      // nginx buffers an upstream's response without this header.
      "X-Accel-Buffering": "no",
    },
  })
}

class TooManyStreamsError extends AppError {
  override readonly name = "TooManyStreamsError"
  readonly code = "rate_limited"
  override readonly retryable = true

  constructor() {
    super("Too many streams are open. Retry later, or poll GET /api/versions.", {
      details: { retryAfterSeconds: RETRY_AFTER_S },
    })
  }
}
