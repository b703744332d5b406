import type { Route } from "@/lib/server/http/route"
import { getRoute, jsonResponse } from "@/lib/server/http/route"
import { storeState } from "@/lib/server/health/store-probe"
import { routeOptions } from "./routes"
import { runtime } from "./runtime"
import { isAbleToReach } from "./sales-gate"
import { isStopping } from "./shutdown"

/**
 * `GET /api/live`: the process answers, and has reached database and node within the last minute. A supervisor restarts it when
 * it does not.
 */
export function liveEndpoint(): Route {
  return probe(async () => ({ status: isAbleToReach(Date.now()) ? "live" : "unreachable" }))
}

/** `GET /api/ready`: requests may be sent here. 503 while the store is out of reach, and from the signal to end on. */
export function readyEndpoint(): Route {
  return probe(async () => {
    if (isStopping()) return { status: "stopping" }
    const { store } = await runtime()
    const state = await storeState(store, Date.now())
    return state === "ok" ? { status: "ready" } : { status: "store", detail: state }
  })
}

type ProbeAnswer = {
  readonly status: "live" | "unreachable" | "ready" | "stopping" | "store"
  readonly detail?: string
}

function probe(read: () => Promise<ProbeAnswer>): Route {
  const get: Parameters<typeof getRoute>[0] = async (_request, _context, requestId) => {
    const answer = await read()
    return jsonResponse(answer, requestId, answer.status === "live" || answer.status === "ready" ? 200 : 503)
  }
  return getRoute(get, get, routeOptions)
}
