import { randomBytes, randomUUID } from "node:crypto"
import type { alertWatchContract } from "@/lib/endpoints/alert-watch/contract"
import type { alertsContract } from "@/lib/endpoints/alerts/contract"
import type { Params, ResponseOf } from "@/lib/api/contract"
import { CONDITION_PAUSE_MS, MAX_ALERTS_PER_PAYER, MAX_ALERTS_PER_TARGET } from "@/lib/domain/alerts/alert-limits"
import { type AlertFacts, evaluateCondition, parseCondition } from "@/lib/domain/alerts/condition"
import { lowerHex } from "@/lib/domain/lower-hex"
import { DAY_MS, isoTime } from "@/lib/domain/utc-day"
import type { Alert, Watch } from "@/lib/store/alert-rows"
import type { AlertStore } from "@/lib/store/alert-store"

type WatchAnswer = ResponseOf<typeof alertWatchContract>
type ListedWatch = NonNullable<ResponseOf<typeof alertsContract>["watches"]>[number]

const MAX_DELIVERIES = 20

/**
 * A watch that begins when its answer is delivered, which is after the payment. Its conditions are compared with the facts
 * of the purchase, so that a change before the first evaluation raises its alert.
 */
export function newWatch(
  {
    owner,
    target,
    for: duration,
    payer,
  }: Pick<Params<typeof alertWatchContract>, "owner" | "target" | "for"> & { readonly payer: string },
  conditions: readonly string[],
  facts: AlertFacts,
  nowMs: number,
): Watch {
  const resources = Object.keys(facts.resources)
  const stateOf = (text: string) => {
    const condition = parseCondition(text, resources)
    return condition && evaluateCondition(condition, null, facts).state
  }
  return {
    id: randomUUID().replaceAll("-", ""),
    owner: lowerHex(owner),
    target,
    secret: randomBytes(32).toString("hex"),
    conditions,
    states: conditions.map(stateOf),
    status: "pending",
    createdMs: nowMs,
    untilMs: nowMs + (duration === "7d" ? 7 : 1) * DAY_MS,
    payer: payer.toLowerCase(),
    endReason: null,
  }
}

/** @param connect the link that connects a chat; `null` where none is needed */
export function watchAnswer(
  { id, secret, owner, target, conditions, createdMs, untilMs }: Watch,
  connect: string | null,
): WatchAnswer {
  return {
    watch: id,
    secret,
    owner,
    target,
    conditions: [...conditions],
    until: isoTime(untilMs),
    connect,
    limits: {
      minutes_between_alerts_of_a_condition: CONDITION_PAUSE_MS / 60_000,
      alerts_per_target_24h: MAX_ALERTS_PER_TARGET,
      alerts_per_payer_24h: MAX_ALERTS_PER_PAYER,
    },
    timestamp: isoTime(createdMs),
  }
}

/** The watches of a wallet with their newest deliveries; `null` without any. */
export async function watchesOf(
  store: Pick<AlertStore, "listByOwner" | "log">,
  owner: string,
  nowMs: number,
): Promise<ListedWatch[] | null> {
  const watches = await store.listByOwner(owner)
  if (watches.length === 0) return null
  return Promise.all(
    watches.map(async ({ id, target, conditions, status, untilMs, endReason }) => ({
      watch: id,
      target,
      conditions: [...conditions],
      status: status === "pending" || untilMs <= nowMs ? "ended" : status,
      until: isoTime(untilMs),
      ended_because: endReason,
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
