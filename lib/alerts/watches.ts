import { randomBytes, randomUUID } from "node:crypto"
import type { alertWatchContract } from "@/lib/api/alert-watch"
import type { alertsContract } from "@/lib/api/alerts"
import type { Params, ResponseOf } from "@/lib/api/contract"
import { type AlertFacts, evaluateCondition, parseCondition } from "@/lib/domain/alerts/condition"
import { lowerHex } from "@/lib/domain/lower-hex"
import { DAY_MS, isoTime } from "@/lib/domain/utc-day"
import type { Alert, AlertStore, Watch } from "@/lib/store/alert-store"

type WatchAnswer = ResponseOf<typeof alertWatchContract>
type ListedWatch = NonNullable<ResponseOf<typeof alertsContract>["watches"]>[number]

const MAX_DELIVERIES = 20

/**
 * A watch that begins when its answer is delivered, which is after the payment. Its conditions are compared with the facts
 * of the purchase, so that a change before the first evaluation raises its alert.
 */
export function newWatch(
  { owner, target, for: duration }: Pick<Params<typeof alertWatchContract>, "owner" | "target" | "for">,
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
  }
}

export function watchAnswer({ id, secret, owner, target, conditions, createdMs, untilMs }: Watch): WatchAnswer {
  return {
    watch: id,
    secret,
    owner,
    target,
    conditions: [...conditions],
    until: isoTime(untilMs),
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
    watches.map(async ({ id, target, conditions, status, untilMs }) => ({
      watch: id,
      target,
      conditions: [...conditions],
      status: status === "pending" || untilMs <= nowMs ? "ended" : status,
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
