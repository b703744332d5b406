import { randomBytes, randomUUID } from "node:crypto"
import { hashMessage } from "viem"
import { alertWatchContract } from "@/lib/api/alert-watch"
import { alertsContract } from "@/lib/api/alerts"
import type { Params, ResponseOf } from "@/lib/api/contract"
import { type AlertJob, startAlertJob } from "@/lib/alerts/alert-job"
import { normalizeSignature, recoverSigner } from "@/lib/chain/recover-signer"
import { type AlertFacts, conditionText, MAX_CONDITIONS, parseCondition } from "@/lib/domain/alerts/condition"
import { lowerHex } from "@/lib/domain/lower-hex"
import { COINS } from "@/lib/domain/market/coin"
import { DAY_MS, isoTime } from "@/lib/domain/utc-day"
import { bodyText } from "@/lib/http/body-text"
import { paidRoute } from "@/lib/http/paid-route"
import { InvalidParamsError, parseRequestParams } from "@/lib/http/request-params"
import { getRoute, jsonResponse, type Route } from "@/lib/http/route"
import { createSignIns } from "@/lib/ledger/sign-ins"
import { resolvedTargetError, sendWebhook, targetError } from "@/lib/outbound/webhook"
import { checkSignIn, decodeSignIn, MAX_SIGN_IN_AGE_MS, signInText } from "@/lib/payments/wire/sign-in"
import { recordsOf } from "@/lib/record/records"
import { createAlertStore, type Alert, type Watch } from "@/lib/store/alert-store"
import { VERSION_KEYS } from "@/lib/versions/version-inputs"
import { config } from "./config"
import { routeOptions } from "./routes"
import { logger, newNonce, paymentTerms, runtime } from "./runtime"
import { versionsAnswer } from "./versions"

type WatchAnswer = ResponseOf<typeof alertWatchContract>
type AlertsAnswer = ResponseOf<typeof alertsContract>

const MAX_DELIVERIES = 20

/** The receiver of the sandbox, the only target that is not public. */
function localTargets(): readonly string[] {
  const { mode, origin } = config()
  return mode === "sandbox" ? [`${origin}/api/sandbox/alerts`] : []
}

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

async function createWatch(params: Params<typeof alertWatchContract>): Promise<WatchAnswer> {
  const conditions = conditionsOf(params.conditions)
  const { target } = params
  const local = localTargets()
  const wrong = targetError(target, local) ?? (local.includes(target) ? null : await resolvedTargetError(target))
  if (wrong !== null) throw new InvalidParamsError("invalid_query", { target: wrong })
  const nowMs = Date.now()
  const watch: Watch = {
    id: randomUUID().replaceAll("-", ""),
    owner: lowerHex(params.owner),
    target,
    secret: randomBytes(32).toString("hex"),
    conditions,
    states: conditions.map(() => null),
    status: "pending",
    createdMs: nowMs,
    untilMs: nowMs + (params.for === "7d" ? 7 : 1) * DAY_MS,
  }
  await createAlertStore((await runtime()).store).add(watch)
  const { id, secret, owner, untilMs } = watch
  return {
    watch: id,
    secret,
    owner,
    target,
    conditions: [...conditions],
    until: isoTime(untilMs),
    timestamp: isoTime(nowMs),
  }
}

/** @throws {InvalidParamsError} */
function conditionsOf(text: string): readonly string[] {
  const parts = text.split(",")
  const conditions = parts.map((part) => parseCondition(part, VERSION_KEYS))
  const wrong = parts.find((_, index) => conditions[index] === null)
  if (wrong !== undefined) throw invalidConditions(`"${wrong.slice(0, 50)}" is not a condition`)
  const texts = new Set(conditions.flatMap((condition) => (condition === null ? [] : [conditionText(condition)])))
  if (texts.size > MAX_CONDITIONS) throw invalidConditions(`at most ${MAX_CONDITIONS}`)
  return [...texts]
}

function invalidConditions(message: string): InvalidParamsError {
  return new InvalidParamsError("invalid_query", { conditions: message })
}

/** `GET /api/alerts`: without a signature the message to sign, with one the watches of the wallet. */
export function alertsEndpoint(): Route {
  return getRoute(answerAlerts, answerAlerts, routeOptions)
}

const answerAlerts: Parameters<typeof getRoute>[0] = async (request, context, requestId) => {
  const { params, url } = parseRequestParams(alertsContract, await context.params, new URL(request.url).searchParams)
  if ((params.watch === undefined) !== (params.set === undefined)) {
    throw new InvalidParamsError("invalid_query", { set: "watch and set belong together" })
  }
  const header = request.headers.get("sign-in-with-x")
  const signer = header === null ? { owner: null, refused: null } : await signerOf(header, url)
  const store = createAlertStore((await runtime()).store)
  const { owner } = signer
  if (owner !== null && params.watch !== undefined && params.set !== undefined) {
    const isChanged = await store.setStatus(params.watch, owner, params.set)
    if (!isChanged)
      throw new InvalidParamsError("invalid_query", { watch: "must be an active or paused watch of this wallet" })
  }
  const nowMs = Date.now()
  const { network, origin } = paymentTerms()
  const answer: AlertsAnswer = {
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
    refused: signer.refused,
    watches: owner === null ? null : await watchesOf(owner),
    timestamp: isoTime(nowMs),
  }
  return jsonResponse(answer, requestId)
}

type Signer = { readonly owner: string | null; readonly refused: string | null }

/** The wallet that signed for this URL just now. A message is accepted once. */
async function signerOf(header: string, url: string): Promise<Signer> {
  const nowMs = Date.now()
  const signIn = decodeSignIn(header)
  if (signIn === null) return { owner: null, refused: "invalid_siwx_payload" }
  const refused = checkSignIn(signIn, { url }, paymentTerms(), nowMs)
  if (refused !== null) return { owner: null, refused }
  const owner = lowerHex(signIn.address)
  const signature = normalizeSignature(lowerHex(signIn.signature))
  if (recoverSigner(hashMessage(signInText(signIn)), signature) !== owner) {
    return { owner: null, refused: "invalid_siwx_signature" }
  }
  const untilMs = Date.parse(signIn.issuedAt) + MAX_SIGN_IN_AGE_MS
  const isNew = await createSignIns((await runtime()).store).useNonce(owner, signIn.nonce, untilMs, nowMs)
  return isNew ? { owner, refused: null } : { owner: null, refused: "invalid_siwx_nonce" }
}

async function watchesOf(owner: string): Promise<AlertsAnswer["watches"]> {
  const store = createAlertStore((await runtime()).store)
  const nowMs = Date.now()
  return Promise.all(
    (await store.listByOwner(owner)).map(async ({ id, target, conditions, status, untilMs }) => ({
      watch: id,
      target,
      conditions: [...conditions],
      status: status === "pending" || untilMs <= nowMs ? ("ended" as const) : status,
      until: isoTime(untilMs),
      deliveries: (await store.log(id, MAX_DELIVERIES)).map(toDelivery),
    })),
  )
}

function toDelivery({ id, condition, createdMs, status, attempts, nextMs, endedMs, error }: Alert) {
  return {
    id,
    condition,
    met_at: isoTime(createdMs),
    status,
    attempts,
    next_attempt_at: status === "queued" ? isoTime(nextMs) : null,
    delivered_at: status === "delivered" && endedMs !== null ? isoTime(endedMs) : null,
    last_error: error,
  }
}

/** Evaluates watches and sends webhooks in one of the processes that share the database. */
export async function startAlerts(): Promise<AlertJob> {
  const { store } = await runtime()
  return startAlertJob({
    store,
    facts: readFacts,
    send: ({ alert, watch: { target, secret }, body }) =>
      sendWebhook({ target, id: alert.id, body, secret, nowMs: Date.now() }, localTargets()),
    clock: Date.now,
    onFault: (cause) => logger().error({ err: cause }, "alerts_failed"),
  })
}

async function readFacts(): Promise<AlertFacts> {
  const { store, candles } = await runtime()
  const { sealed } = recordsOf(store)
  const nowMs = Date.now()
  const entries = await Promise.all(
    COINS.map(async (coin) => {
      const [price, call] = await Promise.all([candles.price(coin), sealed.latest(coin, nowMs)])
      return {
        coin,
        price: price?.value ?? null,
        direction: call?.facts.degraded ? null : (call?.facts.direction ?? null),
      }
    }),
  )
  const of = <T>(pick: (entry: (typeof entries)[number]) => T) =>
    Object.fromEntries(entries.map((entry) => [entry.coin, pick(entry)])) as Record<(typeof COINS)[number], T>
  const { versions } = await versionsAnswer()
  const resources = Object.entries(versions).map(([path, { version, status }]) => {
    return [path, { version, isCurrent: status === "current" }] as const
  })
  return {
    prices: of(({ price }) => price),
    directions: of(({ direction }) => direction),
    resources: Object.fromEntries(resources),
  }
}
