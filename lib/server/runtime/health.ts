import type { ResponseOf } from "@/lib/api/contract"
import type { healthContract } from "@/lib/endpoints/health/contract"
import type { statusContract } from "@/lib/endpoints/status/contract"
import { readHealth } from "@/lib/server/health/health"
import { readStatusHistory, storeHealthSample } from "@/lib/server/health/health-history"
import { runtime } from "./runtime"
import { paymentsState, readPaymentFacts } from "./sales-gate"

/** The answer of `GET /api/health`. */
export async function health(): Promise<ResponseOf<typeof healthContract>> {
  const service = await runtime()
  return readHealth({ ...service, facts: () => readPaymentFacts({ store: service.store }), payments: paymentsState })
}

/** The answer of `GET /api/status`. */
export async function statusHistory(): Promise<ResponseOf<typeof statusContract>> {
  const { store } = await runtime()
  return readStatusHistory({ store, health })
}

/** Stores the current status of every part. */
export async function sampleHealth(): Promise<void> {
  const { store } = await runtime()
  await storeHealthSample({ store, health })
}
