import { useEffect, useEffectEvent, useState } from "react"
import type { z } from "zod"
import type { streamData, StreamEventName } from "@/lib/endpoints/stream/contract"
import { serviceStream, type StreamState } from "@/lib/client/stream/service-stream"

type Data<Name extends StreamEventName> = z.output<(typeof streamData)[Name]>

/** Calls back for each event of `GET /api/stream`, and returns the state of the stream. */
export function useStream<Name extends StreamEventName>(name: Name, onEvent: (data: Data<Name>) => void): StreamState {
  const [state, setState] = useState<StreamState>("connecting")
  const receive = useEffectEvent(onEvent)
  useEffect(() => {
    const stream = serviceStream()
    const show = () => setState(stream.get())
    const ends = [stream.subscribe(show), stream.on(name, (data) => receive(data))]
    show()
    return () => {
      for (const end of ends) end()
    }
  }, [name])
  return state
}
