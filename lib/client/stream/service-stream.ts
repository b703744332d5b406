import { streamData, type StreamEventName } from "@/lib/endpoints/stream/contract"
import { createStore, type ExternalStore } from "@/lib/client/browser/external-store"
import type { z } from "zod"

/** `dead`: the last attempt failed or the stream is silent. Its users poll until it is `live` again. */
export type StreamState = "connecting" | "live" | "dead"

type Data<Name extends StreamEventName> = z.output<(typeof streamData)[Name]>

export type ServiceStream = ExternalStore<StreamState> & {
  /** Calls back for each event until the returned function is called. The stream is open while there are listeners. */
  readonly on: <Name extends StreamEventName>(name: Name, listener: (data: Data<Name>) => void) => () => void
}

/** The part of `EventSource` that is used. */
export type StreamSource = Pick<EventSource, "addEventListener" | "close">

type StreamDeps = {
  readonly open: (url: string) => StreamSource
  /** Whether the page is visible. A browser allows few connections to one host, so hidden pages have none. */
  readonly visible: ExternalStore<boolean>
  /** Between 0 and 1, so that clients do not reconnect all at once. */
  readonly random: () => number
}

/** The service sends a heartbeat every 15 seconds. */
const MAX_SILENCE_MS = 45_000
const MIN_RECONNECT_MS = 3_000
const MAX_RECONNECT_MS = 60_000

const NAMES = Object.keys(streamData) as readonly StreamEventName[]

/** `GET /api/stream`, opened again whenever it breaks, from the last event on. */
export function createServiceStream({ open, visible, random }: StreamDeps): ServiceStream {
  const state = createStore<StreamState>("connecting")
  const listeners = new Map<StreamEventName, Set<(data: never) => void>>()
  let source: StreamSource | null = null
  let watchdog: ReturnType<typeof setTimeout> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let lastEventId = ""

  function connect(): void {
    if (source !== null) return
    const opened = open(`/api/stream${lastEventId === "" ? "" : `?last_event_id=${lastEventId}`}`)
    source = opened
    watch()
    for (const name of NAMES) {
      opened.addEventListener(name, (event) => {
        if (source === opened) receive(name, event as MessageEvent<string>)
      })
    }
    opened.addEventListener("error", () => {
      if (source === opened) fail()
    })
  }

  function receive(name: StreamEventName, { data, lastEventId: id }: MessageEvent<string>): void {
    const parsed = parse(name, data)
    if (parsed === null) return
    failures = 0
    if (id !== "") lastEventId = id
    watch()
    state.set("live")
    for (const listener of listeners.get(name) ?? []) listener(parsed as never)
  }

  function watch(): void {
    clearTimeout(watchdog)
    watchdog = setTimeout(fail, MAX_SILENCE_MS)
  }

  function fail(): void {
    disconnect()
    state.set("dead")
    const delayMs = Math.min(MAX_RECONNECT_MS, MIN_RECONNECT_MS * 2 ** failures)
    failures += 1
    retry = setTimeout(update, delayMs * (1 + random()))
  }

  function disconnect(): void {
    clearTimeout(watchdog)
    clearTimeout(retry)
    source?.close()
    source = null
  }

  function update(): void {
    if (visible.get() && listeners.size > 0) return connect()
    disconnect()
    state.set("connecting")
  }

  visible.subscribe(update)
  return {
    get: state.get,
    subscribe: state.subscribe,
    on(name, listener) {
      const known = listeners.get(name) ?? new Set()
      listeners.set(name, known.add(listener))
      update()
      return () => {
        known.delete(listener)
        if (known.size === 0) listeners.delete(name)
        if (listeners.size === 0) update()
      }
    },
  }
}

/** `null` for data that does not match the contract, such as an event of a newer service. */
function parse<Name extends StreamEventName>(name: Name, text: string): Data<Name> | null {
  try {
    return (streamData[name].safeParse(JSON.parse(text)).data as Data<Name> | undefined) ?? null
  } catch {
    return null
  }
}

let shared: ServiceStream | null = null

/** The stream of this page. */
export function serviceStream(): ServiceStream {
  shared ??= createServiceStream({
    open: (url) => new EventSource(url),
    random: Math.random,
    visible: {
      get: () => document.visibilityState === "visible",
      subscribe(listener) {
        document.addEventListener("visibilitychange", listener)
        return () => document.removeEventListener("visibilitychange", listener)
      },
    },
  })
  return shared
}
