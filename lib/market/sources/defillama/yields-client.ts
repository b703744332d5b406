import type { Clock } from "@/lib/domain/clock"
import type { Hack, TrustData, YieldPool } from "@/lib/domain/defi/yield-pool"
import { nullOnSourceError } from "@/lib/outbound/errors"
import type { SourceClient } from "@/lib/outbound/source-client"
import { requireRows } from "@/lib/market/sources/wire/valid-rows"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { toHack, toProtocol, toYieldPool } from "./to-yield-pool"
import { HacksAnswer, PoolsAnswer, ProtocolsAnswer } from "./yields-schema"

const POOLS_HOST = "yields.llama.fi"
const API_HOST = "api.llama.fi"

/** Twice the size of the answers of 2026: 11.5 and 8.8 MB. */
const HUGE = { maxBytes: 24_000_000, deadlineMs: 25_000 }

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * Yield pools of all chains, and their protocols. Free with attribution; the raw list must not be redistributed.
 *
 * @see https://api-docs.defillama.com
 */
export function createDefiLlamaYields({ http, clock }: Ports) {
  async function readHacks(): Promise<readonly Hack[]> {
    return requireRows(API_HOST, await http.getJson(`https://${API_HOST}/hacks`, { schema: HacksAnswer })).map(toHack)
  }

  return {
    name: "defillama",
    license: licenseOf("defillama"),
    /** Recomputed hourly; the answer carries no time. */
    async pools(): Promise<{ readonly value: readonly YieldPool[]; readonly asOfMs: number }> {
      const asOfMs = clock()
      const { data } = await http.getJson(`https://${POOLS_HOST}/pools`, { schema: PoolsAnswer, ...HUGE })
      return { value: requireRows(POOLS_HOST, data).map(toYieldPool), asOfMs }
    },
    /** Protocols and exploits. `hacks` is `null` if the list cannot be read, for example when it needs a paid plan (402). */
    async trust(): Promise<{ readonly value: TrustData; readonly asOfMs: number }> {
      const asOfMs = clock()
      const protocols = await http.getJson(`https://${API_HOST}/protocols`, { schema: ProtocolsAnswer, ...HUGE })
      const hacks = await readHacks().catch(nullOnSourceError)
      return { value: { protocols: requireRows(API_HOST, protocols).map(toProtocol), hacks }, asOfMs }
    },
  }
}
