import type { ResponseOf } from "@/lib/api/contract"
import type { healthContract } from "@/lib/endpoints/health/contract"
import type { statusContract } from "@/lib/endpoints/status/contract"
import { createChainProbe } from "@/lib/server/health/chain-probe"
import { readHealth } from "@/lib/server/health/health"
import { readStatusHistory, storeHealthSample } from "@/lib/server/health/health-history"
import { singleton } from "@/lib/server/nextjs/singleton"
import { config } from "./config"
import { runtime } from "./runtime"

/** The answer of `GET /api/health`. */
export async function health(): Promise<ResponseOf<typeof healthContract>> {
  const chainState = singleton("chain-probe", () => createChainProbe(config().chain.rpcUrls))
  return readHealth({ ...(await runtime()), chainState })
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
