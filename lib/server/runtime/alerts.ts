import { alertWatchContract } from "@/lib/endpoints/alert-watch/contract"
import { alertsContract } from "@/lib/endpoints/alerts/contract"
import type { Params, ResponseOf } from "@/lib/api/contract"
import { type AlertJob, startAlertJob } from "@/lib/alerts/alert-job"
import { alertTargetError, sendAlert } from "@/lib/alerts/channels"
import { telegramReader } from "@/lib/alerts/telegram-starts"
import { newWatch, watchAnswer, watchesOf } from "@/lib/alerts/watches"
import { normalizedTarget, parseAlertTarget, telegramLink } from "@/lib/domain/alerts/alert-target"
import { kindsOf, parseConditions } from "@/lib/domain/alerts/condition"
import { DataUnavailableError, InvalidParamsError } from "@/lib/domain/errors"
import { isoTime } from "@/lib/domain/utc-day"
import { bodyText } from "@/lib/server/http/response"
import { type Quote, quotedRoute } from "@/lib/server/http/paid-route"
import { parseRequestParams } from "@/lib/server/http/request-params"
import { getRoute, jsonResponse, type Route } from "@/lib/server/http/route"
import { vapidPublicKey } from "@/lib/outbound/web-push"
import type { SignInResult } from "@/lib/x402/gate/verify-sign-in"
import { decodeSignIn } from "@/lib/x402/wire/sign-in"
import { createAlertStore } from "@/lib/store/alert-store"
import type { Store } from "@/lib/store/open-store"
import { createTelegramChats } from "@/lib/store/telegram-chats"
import { VERSION_KEYS } from "@/lib/endpoints"
import { alertChannels, alertConsent, alertForms, telegramBot } from "./alert-channels"
import { readAlertFacts } from "./alert-facts"
import { routeOptions } from "./routes"
import { logger, newNonce, paymentTerms, runtime } from "./runtime"

/**
 * `GET /api/alerts/watch`. The watch is stored with the answer and begins when the answer is delivered, which is after the
 * payment. A repeated delivery changes nothing. The form of the target is checked before any price, and its receiver is asked
 * once the payment is verified, before it is charged.
 */
export function alertWatchEndpoint(): Route {
  const route = quotedRoute(alertWatchContract, quoteWatch, routeOptions, async () => (await runtime()).gate)
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

type WatchParams = Params<typeof alertWatchContract>

function quoteWatch(params: WatchParams, url: string): Quote<typeof alertWatchContract> {
  const parsed = parseConditions(params.conditions, VERSION_KEYS)
  if ("problem" in parsed) throw new InvalidParamsError("invalid_query", { conditions: parsed.problem })
  const wrong = alertTargetError(params.target, alertForms())
  if (wrong !== null) throw new InvalidParamsError("invalid_query", { target: wrong })
  return {
    offer: { contract: alertWatchContract, url },
    answer: (payer) => createWatch(params, parsed.conditions, payer),
  }
}

async function createWatch(
  params: WatchParams,
  conditions: readonly string[],
  payer: string,
): Promise<ResponseOf<typeof alertWatchContract>> {
  const target = normalizedTarget(params.target)
  const refused = await alertConsent().errorOf(target, payer)
  if (refused !== null) throw new InvalidParamsError("invalid_query", { target: refused })
  const facts = await readAlertFacts(kindsOf(conditions))
  const { store } = await runtime()
  const watch = newWatch({ ...params, target, payer }, conditions, facts, Date.now())
  const connect = await connectLink(target, store)
  await createAlertStore(store).add(watch)
  return watchAnswer(watch, connect)
}

/** `null` when the target is no Telegram chat or a chat is connected. */
async function connectLink(text: string, store: Store): Promise<string | null> {
  const target = parseAlertTarget(text)
  if (target?.kind !== "telegram") return null
  const chat = await createTelegramChats(store).find(target.code)
  if (chat !== null && chat !== "stopped") return null
  const bot = await telegramBot()
  if (bot === null) throw new DataUnavailableError("Telegram cannot be reached. Nothing was charged.")
  return telegramLink(bot, target.code)
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
  const { telegram, vapid } = alertForms()
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
    channels: {
      telegram: telegram !== null,
      telegram_bot: await telegramBot(),
      push_key: vapid && vapidPublicKey(vapid.privateKey),
    },
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
  const channels = alertChannels(store)
  const { telegram: call, chats } = channels
  const readChats =
    call === null
      ? {}
      : { readChats: telegramReader({ call, chats, alerts: createAlertStore(store), clock: Date.now }) }
  return startAlertJob({
    store,
    facts: readAlertFacts,
    send: (message) => sendAlert(message, channels, Date.now()),
    ...readChats,
    clock: Date.now,
    onFault: (cause) => logger().error({ err: cause }, "alerts_failed"),
  })
}
