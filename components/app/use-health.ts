import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Health } from "@/lib/client/health"
import { freeRead, pageQueries } from "@/lib/client/reads/queries"
import { healthContract } from "@/lib/endpoints/health/contract"
import { useStream } from "./use-stream"

/** `undefined` before the first answer, `null` without one. */
export type HealthResult = Health | null | undefined

const PATH = "/api/health"
/** The stream reports changes of the state, and not new times of unchanged parts. */
const STREAMING_POLL_MS = 10 * 60_000

/**
 * Service health while the page is visible: read again when the stream reports a change, and every `everyMs` while there is no
 * stream.
 */
export function useHealth(everyMs: number): HealthResult {
  const [queries] = useState(pageQueries)
  const stream = useStream("service", ({ status, not_ok }) => {
    const known = queries.getQueryData<Health>([PATH])
    const failing = known?.parts.filter((part) => part.status !== "ok").length
    if (known?.status !== status || failing !== not_ok.length) void queries.refetchQueries({ queryKey: [PATH] })
  })
  const ms = stream === "live" ? Math.max(everyMs, STREAMING_POLL_MS) : everyMs
  const read = freeRead(PATH, healthContract.response, { everyMs: ms, anyStatus: true })
  const { data, isError } = useQuery(read, queries)
  return isError ? null : data
}
