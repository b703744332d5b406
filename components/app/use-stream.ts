import { useEffect, useEffectEvent, useState } from "react"
import type { z } from "zod"
import type { streamData, StreamEventName } from "@/lib/endpoints/stream/contract"
import type { StreamState } from "@/lib/client/stream/service-stream"

type Data<Name extends StreamEventName> = z.output<(typeof streamData)[Name]>

/** Calls back for each event of `GET /api/stream`, and returns the state of the stream. Its code loads after the first render. */
export function useStream<Name extends StreamEventName>(name: Name, onEvent: (data: Data<Name>) => void): StreamState {
  const [state, setState] = useState<StreamState>("connecting")
  const receive = useEffectEvent(onEvent)
  useEffect(() => {
    let ends: readonly (() => void)[] | null = []
    const connect = async () => {
      const { serviceStream } = await import("@/lib/client/services")
      const stream = serviceStream()
      // The component may be gone by now.
      if (ends === null) return
      ends = [stream.subscribe(() => setState(stream.get())), stream.on(name, (data) => receive(data))]
      setState(stream.get())
    }
    connect().catch(() => setState("dead"))
    return () => {
      for (const end of ends ?? []) end()
      ends = null
    }
  }, [name])
  return state
}
