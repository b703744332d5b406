import type { z } from "zod"
import { healthContract } from "@/lib/endpoints/health/contract"

export type Health = z.output<typeof healthContract.response>

/** Reads `GET /api/health`; `null` when the service does not answer or the answer does not match the schema. */
export async function fetchHealth(): Promise<Health | null> {
  try {
    const response = await fetch("/api/health", { cache: "no-store", signal: AbortSignal.timeout(10_000) })
    return healthContract.response.safeParse(await response.json()).data ?? null
  } catch {
    return null
  }
}
