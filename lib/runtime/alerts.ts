import { alertWatchContract } from "@/lib/api/alert-watch"
import { alertsContract } from "@/lib/api/alerts"
import type { Params, ResponseOf } from "@/lib/api/contract"
import { type AlertJob, startAlertJob } from "@/lib/alerts/alert-job"
import { alertTargetError, sendAlert } from "@/lib/alerts/channels"
import { newWatch, watchAnswer, watchesOf } from "@/lib/alerts/watches"
import { kindsOf, parseConditions } from "@/lib/domain/alerts/condition"
import { isoTime } from "@/lib/domain/utc-day"
import { bodyText } from "@/lib/http/response"
import { paidRoute } from "@/lib/http/paid-route"
import { InvalidParamsError, parseRequestParams } from "@/lib/http/request-params"
import { getRoute, jsonResponse, type Route } from "@/lib/http/route"
import { vapidPublicKey } from "@/lib/outbound/web-push"
import type { SignInResult } from "@/lib/payments/gate/verify-sign-in"
import { decodeSignIn } from "@/lib/payments/wire/sign-in"
import { createAlertStore } from "@/lib/store/alert-store"
import { VERSION_KEYS } from "@/lib/api/answer-contracts"
import { alertChannels } from "./alert-channels"
import { readAlertFacts } from "./alert-facts"
import { config } from "./config"
import { routeOptions } from "./routes"
import { logger, newNonce, paymentTerms, runtime } from "./runtime"

/**
 * `GET /api/alerts/watch`. The watch is stored with the answer and begins when the answer is delivered, which is after the
 * payment. A repeated delivery changes nothing.
 */
export function alertWatchEndpoint(): Route {
  const route = paidRoute(alertWatchContract, createWatch, routeOptions, async () => (await runtime()).gate)
  return {
    ...route,
    async GET(request, context) {
      const response = await route.GET(request, context)
      if (response.status === 200) await begin(await bodyText(response))
      return response
    },
  }
}

async function begin(answer: string): Promise<void> {
  try {
    const { watch } = alertWatchContract.response.parse(JSON.parse(answer))
    await createAlertStore((await runtime()).store).activate(watch)
  } catch (error) {
    // The client has paid, so it gets its answer. Fetching the answer again begins the watch.
    logger().error({ err: error }, "alert_watch_not_started")
  }
}

async function createWatch(params: Params<typeof alertWatchContract>): Promise<ResponseOf<typeof alertWatchContract>> {
  const parsed = parseConditions(params.conditions, VERSION_KEYS)
  if ("problem" in parsed) throw new InvalidParamsError("invalid_query", { conditions: parsed.problem })
  const { target } = params
  // The sandbox works without a network, so names are resolved when something is sent.
  const isResolved = config().mode === "live"
  const wrong = await alertTargetError(target, alertChannels(), isResolved)
  if (wrong !== null) throw new InvalidParamsError("invalid_query", { target: wrong })
  const facts = await readAlertFacts(kindsOf(parsed.conditions))
  const watch = newWatch(params, parsed.conditions, facts, Date.now())
  await createAlertStore((await runtime()).store).add(watch)
  return watchAnswer(watch)
}

/**
 * `GET /api/alerts`: without a signature the message to sign, with one the watches of the wallet. Only a GET changes a watch: a
 * HEAD is sent by programs that expect no effect.
 */
export function alertsEndpoint(): Route {
  return getRoute(answerAlerts, answerAlerts, routeOptions)
}

const answerAlerts: Parameters<typeof getRoute>[0] = async (request, context, requestId) => {
  const { params, url } = parseRequestParams(alertsContract, await context.params, new URL(request.url).searchParams)
  const store = createAlertStore((await runtime()).store)
  const nowMs = Date.now()
  const find = (owner: string) => watchesOf(store, owner, nowMs)
  const header = request.method === "HEAD" ? null : request.headers.get("sign-in-with-x")
  const signIn = header === null ? null : await signInOf(header, url, find)
  let watches: Awaited<ReturnType<typeof find>> = null
  if (signIn !== null && signIn.kind !== "refused") {
    for (const [name, status] of CHANGES) await change(name, params[name], signIn.address, status)
    watches = (await find(signIn.address)) ?? []
  }
  const { network, origin } = paymentTerms()
  const { telegram, vapid } = alertChannels()
  const answer: ResponseOf<typeof alertsContract> = {
    sign_in: {
      domain: new URL(origin).host,
      uri: origin + url,
      version: "1",
      chainId: network,
      type: "eip191",
      nonce: newNonce(),
      issuedAt: isoTime(nowMs),
      statement: "List and change the alert watches of this wallet. Nothing is charged.",
    },
    refused: signIn?.kind === "refused" ? signIn.reason : null,
    channels: { telegram: telegram !== null, push_key: vapid && vapidPublicKey(vapid.privateKey) },
    watches,
    timestamp: isoTime(nowMs),
  }
  return jsonResponse(answer, requestId)
}

const CHANGES = [
  ["pause", "paused"],
  ["resume", "active"],
  ["end", "ended"],
] as const

async function change(
  name: (typeof CHANGES)[number][0],
  watch: string | undefined,
  owner: string,
  status: (typeof CHANGES)[number][1],
): Promise<void> {
  if (watch === undefined || (await createAlertStore((await runtime()).store).setStatus(watch, owner, status))) return
  throw new InvalidParamsError("invalid_query", { [name]: "must be an active or paused watch of this wallet" })
}

async function signInOf<T>(
  header: string,
  url: string,
  find: (owner: `0x${string}`) => Promise<T | null>,
): Promise<SignInResult<T>> {
  const signIn = decodeSignIn(header)
  if (signIn === null) return { kind: "refused", reason: "invalid_siwx_payload" }
  return (await runtime()).gate.verifySignIn(signIn, { url }, find)
}

/** Evaluates watches and sends alerts in one of the processes that share the database. */
export async function startAlerts(): Promise<AlertJob> {
  const { store } = await runtime()
  return startAlertJob({
    store,
    facts: readAlertFacts,
    send: (message) => sendAlert(message, alertChannels(), Date.now()),
    clock: Date.now,
    onFault: (cause) => logger().error({ err: cause }, "alerts_failed"),
  })
}
