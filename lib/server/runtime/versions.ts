import type { ResponseOf } from "@/lib/api/contract"
import type { versionsContract } from "@/lib/endpoints/versions/contract"
import { isOver } from "@/lib/domain/clock"
import { singleton } from "@/lib/server/nextjs/singleton"
import type { SalesPause } from "@/lib/x402/errors"
import type { Offer } from "@/lib/x402/wire/requirements"
import { createVersionService, type VersionService } from "@/lib/versions/version-service"
import { contractByVersionKey, versionKeyOf } from "@/lib/endpoints"
import { eventLog } from "./event-log"
import { marketPorts } from "./market-ports"
import { logger, type Runtime, runtime } from "./runtime"

type Versions = ResponseOf<typeof versionsContract>

/** A 402 may show a version of this age: a resource that is no longer sold is not charged for. */
const PREVIEW_CACHE_MS = 30_000
/** A resource without data is looked at again sooner, so that it is sold soon after its data arrives. */
const UNAVAILABLE_CACHE_MS = 5_000
const UNAVAILABLE_RETRY_S = 30

const services = singleton("versions", () => new WeakMap<Runtime, VersionService>())
const preview = () => singleton("versions-preview", () => ({ refreshedMs: 0, versions: {} as Versions["versions"] }))

async function versionService(): Promise<VersionService> {
  const service = await runtime()
  const known = services.get(service)
  if (known !== undefined) return known
  const { candles, feeds, store } = service
  const created = createVersionService({
    candles,
    feeds,
    store,
    portsAt: (nowMs) => marketPorts(service, nowMs),
    log: eventLog(logger()),
  })
  services.set(service, created)
  return created
}

/** The answer of `GET /api/versions`. */
export async function versionsAnswer(): Promise<Versions> {
  const answer = await (await versionService()).versions()
  preview().versions = answer.versions
  return answer
}

/** The version of an answer that was made just now, by its URL (`/api/signal/BTC`); `null` where it has none. */
export async function currentVersion(url: string): Promise<Versions["versions"][string] | null> {
  return (await versionService()).exactVersion(url)
}

/**
 * The entity tag of such an answer, which names its parameters too; `null` where the answer changes with the price: its version counts forecasts, and one
 * forecast has other odds at another price.
 */
export async function currentEntityTag(url: string, held?: string): Promise<string | null> {
  if (contractByVersionKey.get(versionKeyOf(url))?.freshness.changesWith === "price") return null
  return (await versionService()).entityTag(url, held)
}

/**
 * The last known version of one resource by its URL; `null` before the first computation. A 402 waits for nothing, so an
 * old value is refreshed in the background.
 */
export function previewOf(url: string): Versions["versions"][string] | null {
  const nowMs = Date.now()
  const held = preview()
  const known = held.versions[versionKeyOf(url)] ?? null
  const lengthMs = known?.status === "unavailable" ? UNAVAILABLE_CACHE_MS : PREVIEW_CACHE_MS
  if (isOver({ sinceMs: held.refreshedMs, lengthMs, nowMs })) {
    held.refreshedMs = nowMs
    // A purchase reports the error; a 402 is answered without a preview.
    void versionsAnswer().catch(() => undefined)
  }
  return known
}

/** Why a resource without data is not sold; `null`: it has data, has no versions, or is not computed yet. Reads memory only. */
export function noDataPause({ contract, url, items }: Offer): SalesPause | null {
  const isMissing =
    items === undefined
      ? previewOf(url)?.status === "unavailable"
      : Object.values(items).every((price) => price === LEFT_OUT)
  if (!isMissing) return null
  const why = "its data is missing or too old"
  return { part: contract.id, why, code: "data_unavailable", retryAfterS: UNAVAILABLE_RETRY_S }
}

/** In place of a price, an item of a brief that has no data. */
export const LEFT_OUT = "left out"
