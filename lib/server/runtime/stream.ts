import type { StreamEvent } from "@/lib/endpoints/stream/contract"
import { streamContract } from "@/lib/endpoints/stream/contract"
import type { ResponseOf } from "@/lib/api/contract"
import type { versionsContract } from "@/lib/endpoints/versions/contract"
import { singleFlight } from "@/lib/domain/single-flight"
import { createEventBroadcast, EVENT_STREAM_LIMITS, eventStreamResponse } from "@/lib/server/http/event-stream"
import { InvalidParamsError } from "@/lib/domain/errors"
import { parseRequestParams } from "@/lib/server/http/request-params"
import { getRoute, type Route } from "@/lib/server/http/route"
import { singleton } from "@/lib/server/nextjs/singleton"
import { recordsOf } from "@/lib/record/records"
import {
  changedVersions,
  createRecentCalls,
  isServiceChanged,
  pricesEvent,
  resumeFrom,
  serviceEvent,
  versionsSince,
} from "@/lib/endpoints/stream/events"
import { health } from "./health"
import { freeAnswer } from "./answers"
import { routeOptions } from "./routes"
import { rightsOf } from "./rights"
import { logger, runtime } from "./runtime"
import { onStopping } from "./shutdown"
import { versionsAnswer } from "./versions"

/** Prices, and the other events, are looked up this often while a stream is open. */
const PRICES_EVERY_MS = 5_000
const CHANGES_EVERY_MS = 10_000
/** A reader must not sign while payments are not taken. */
const SERVICE_EVERY_MS = 3_000
/** Proxies close a silent connection after 30 to 60 seconds. */
const HEARTBEAT_EVERY_MS = 15_000

type ServiceStream = {
  readonly open: (lastEventId: string | null, client: string | null) => ReadableStream<Uint8Array>
}

/** The route of `GET /api/stream`. */
export function streamEndpoint(): Route {
  return getRoute(
    async (request, context, requestId) => {
      const lastEventId = lastEventIdOf(request, await context.params)
      return eventStreamResponse(serviceStream().open(lastEventId, context.client ?? null), requestId)
    },
    describeStream,
    routeOptions,
  )
}

/** The response to HEAD. */
const describeStream: Parameters<typeof getRoute>[0] = async (request, context, requestId) => {
  lastEventIdOf(request, await context.params)
  return eventStreamResponse(null, requestId)
}

/** The stream of this process. */
function serviceStream(): ServiceStream {
  return singleton("service-stream", createServiceStream)
}

function lastEventIdOf(request: Request, segments: Parameters<typeof parseRequestParams>[1]): string | null {
  const { params } = parseRequestParams(streamContract, segments, new URL(request.url).searchParams)
  const header = request.headers.get("last-event-id")
  if (header === null || header === "") return params.last_event_id ?? null
  const parsed = streamContract.queryParams.shape.last_event_id.safeParse(header)
  if (!parsed.success) throw new InvalidParamsError("invalid_query", { "Last-Event-ID": "must be the id of an event" })
  return header
}

/**
 * Every process looks at what all processes share (versions, records) and at its own health, so a stream continues on any
 * process. Nothing is looked up while no stream is open.
 */
function createServiceStream(): ServiceStream {
  const broadcast = createEventBroadcast(EVENT_STREAM_LIMITS, Date.now)
  let timers: NodeJS.Timeout[] = []
  let versions: ResponseOf<typeof versionsContract>["versions"] | null = null
  let service: Extract<StreamEvent, { event: "service" }> | null = null
  let revealedUntilMs = Date.now()
  let readCalls: ReturnType<typeof createRecentCalls> | null = null
  const recentCalls = singleFlight(async () => {
    const { store, config } = await runtime()
    readCalls ??= createRecentCalls({ sealed: recordsOf(store).sealed, maySell: rightsOf(config) })
    return readCalls(Date.now())
  })

  async function missedEvents(fromMs: number): Promise<readonly StreamEvent[]> {
    const calls = (await recentCalls()).filter(({ id }) => Number(id) > fromMs)
    return [...calls, ...versionsSince((await versionsAnswer()).versions, fromMs)].sort(
      (a, b) => Number(a.id) - Number(b.id),
    )
  }

  /** The present state, and the events that a resumed client has missed. */
  async function firstEvents(lastEventId: string | null): Promise<readonly StreamEvent[]> {
    const missed = lastEventId === null ? [] : await missedEvents(resumeFrom(lastEventId, Date.now()))
    return [...missed, serviceEvent(await health()), pricesEvent(await freeAnswer("market_prices", {}))]
  }

  async function sendVersions(): Promise<void> {
    const answer = await versionsAnswer()
    if (versions !== null) for (const event of changedVersions(versions, answer.versions)) broadcast.send(event)
    versions = answer.versions
  }

  async function sendCalls(): Promise<void> {
    // The clock may have been set back since.
    revealedUntilMs = Math.min(revealedUntilMs, Date.now())
    const added = (await recentCalls()).filter(({ id }) => Number(id) > revealedUntilMs)
    for (const event of added) broadcast.send(event)
    revealedUntilMs = Number(added.at(-1)?.id ?? revealedUntilMs)
  }

  async function sendService(): Promise<void> {
    const event = serviceEvent(await health())
    if (isServiceChanged(service, event)) broadcast.send(event)
    service = event
  }

  async function sendPrices(): Promise<void> {
    broadcast.send(pricesEvent(await freeAnswer("market_prices", {})))
  }

  function sendHeartbeat(): void {
    broadcast.endOld()
    broadcast.send(heartbeat())
    if (broadcast.size() === 0) pause()
  }

  function resume(): void {
    if (timers.length > 0) return
    revealedUntilMs = Date.now()
    timers = [
      every(PRICES_EVERY_MS, sendPrices),
      every(CHANGES_EVERY_MS, sendVersions),
      every(CHANGES_EVERY_MS, sendCalls),
      every(SERVICE_EVERY_MS, sendService),
      every(HEARTBEAT_EVERY_MS, async () => sendHeartbeat()),
    ]
    void attempt(sendVersions)
  }

  function pause(): void {
    for (const timer of timers) clearInterval(timer)
    timers = []
  }

  onStopping(() => {
    pause()
    broadcast.close()
  })
  return {
    open(lastEventId, address) {
      const client = broadcast.open(address)
      resume()
      void attempt(async () => {
        for (const event of await firstEvents(lastEventId)) client.send(event)
      })
      return client.body
    },
  }
}

function heartbeat(): StreamEvent {
  return { event: "heartbeat", data: { timestamp: new Date().toISOString() } }
}

/** Runs `work` periodically. A run that takes longer than the period is not doubled. */
function every(ms: number, work: () => Promise<void>): NodeJS.Timeout {
  const run = singleFlight(() => attempt(work))
  return setInterval(() => void run(), ms).unref()
}

/** A failed look-up is repeated by the next one. The part that failed is in /api/health. */
function attempt(work: () => Promise<void>): Promise<void> {
  return work().catch((error: unknown) => logger().warn({ err: error }, "stream_failed"))
}
