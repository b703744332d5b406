import { DataUnavailableError } from "@/lib/domain/errors"
import { paidRoute } from "@/lib/server/http/paid-route"
import type { RequestLog, Route } from "@/lib/server/http/route"
import type { Preview } from "@/lib/x402/wire/challenge"
import type { SignedArtifacts } from "@/lib/x402/wire/signed-artifacts"
import { NO_GAS, openGate } from "./fakes"
import { quoteContract, terms } from "./fixtures"

type Switches = {
  failing: boolean
  /** The answer does not fit its contract. */
  malformed: boolean
  paused: boolean
  broken: boolean
  preview: Preview | null
  entityTag: Promise<string>
}

/** One paid endpoint on a real gate and a real ledger, with a fake chain and a clock that a test sets. */
export async function openPaidRoute(artifacts: SignedArtifacts | null = null) {
  const { gate, fakes } = await openGate()
  let served = 0
  const switches: Switches = {
    failing: false,
    malformed: false,
    paused: false,
    broken: false,
    preview: null,
    entityTag: Promise.resolve('"7-abc"'),
  }
  const logged: Parameters<RequestLog>[0][] = []
  const endpoint = { ...switches, served: () => served, fakes, logged }
  const options = () => ({
    origin: "https://signal402.example",
    newRequestId: () => "request",
    log: (facts: Parameters<RequestLog>[0]) => void logged.push(facts),
    now: () => 0,
    terms,
    clock: () => fakes.nowMs,
    artifacts,
    newNonce: () => "a1b2c3d4e5f67890a1b2c3d4e5f67890",
    answerDeadlineMs: 1_000,
    pauseOf: () => (endpoint.paused ? NO_GAS : null),
    entityTagOf: () => endpoint.entityTag,
    previewOf: () => endpoint.preview,
  })
  const route = paidRoute(
    quoteContract,
    ({ coin }) => {
      if (endpoint.failing) throw new DataUnavailableError("The feed is down.")
      served += 1
      return Promise.resolve({ coin, serial: endpoint.malformed ? NaN : served })
    },
    options,
    () => (endpoint.broken ? Promise.reject(new Error("connect ECONNREFUSED")) : Promise.resolve(gate)),
  )
  const get = (
    headers: Record<string, string> = {},
    coin = "BTC",
    method: keyof Route = "GET",
    origin = "http://localhost",
  ) =>
    route[method](new Request(`${origin}/api/quote/${coin}`, { method, headers }), {
      params: Promise.resolve({ coin }),
    })
  return { endpoint, get, route }
}
