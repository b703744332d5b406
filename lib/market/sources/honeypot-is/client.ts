import { z } from "zod"
import type { Clock } from "@/lib/domain/clock"
import type { TokenId, TokenSecurity } from "@/lib/domain/dex/token-scan"
import type { SourceClient } from "@/lib/outbound/source-client"
import { licenseOf } from "@/lib/market/sources/wire/rights"

const HOST = "api.honeypot.is"

/** Chain ids of the chains that honeypot.is simulates, by DexScreener's name. */
export const HONEYPOT_CHAINS: Readonly<Record<string, number>> = { ethereum: 1, bsc: 56, base: 8453 }

/** Taxes come with the rounding errors of their simulation. */
const Pct = z
  .number()
  .min(0)
  .transform((pct) => Math.round(pct * 100) / 100)
  .nullish()
  .catch(null)

/** `simulationResult` holds taxes in percent; it is absent if the trade could not be simulated. */
export const HoneypotAnswer = z.looseObject({
  simulationSuccess: z.boolean(),
  honeypotResult: z.looseObject({ isHoneypot: z.boolean() }).nullish(),
  simulationResult: z.looseObject({ buyTax: Pct, sellTax: Pct }).nullish(),
  contractCode: z
    .looseObject({ isProxy: z.boolean().nullish().catch(null), openSource: z.boolean().nullish().catch(null) })
    .nullish()
    .catch(null),
})

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * Simulates a purchase and a sale of an EVM token. Free without a key. It knows fewer facts than GoPlus.
 *
 * @see https://docs.honeypot.is/ishoneypot
 */
export function createHoneypotSource({ http, clock }: Ports) {
  return {
    name: "honeypot.is" as const,
    license: licenseOf("honeypot.is"),
    /** `null` if the trade could not be simulated, or the chain is not supported. */
    async security(token: TokenId): Promise<TokenSecurity | null> {
      const chainId = HONEYPOT_CHAINS[token.chain]
      if (chainId === undefined) return null
      const url = `https://${HOST}/v2/IsHoneypot?address=${encodeURIComponent(token.address)}&chainID=${chainId}`
      const answer = await http.getJson(url, { schema: HoneypotAnswer })
      if (!answer.simulationSuccess) return null
      return {
        ...token,
        provider: "honeypot.is",
        checkedAtMs: clock(),
        openSource: answer.contractCode?.openSource ?? null,
        honeypot: answer.honeypotResult?.isHoneypot ?? null,
        buyTaxPct: answer.simulationResult?.buyTax ?? null,
        sellTaxPct: answer.simulationResult?.sellTax ?? null,
        taxModifiable: null,
        sellLimited: null,
        mintable: null,
        freezable: null,
        hiddenOwner: null,
        ownershipReclaimable: null,
        balanceModifiable: null,
        selfDestruct: null,
        proxy: answer.contractCode?.isProxy ?? null,
        lpLockedPct: null,
        top10Pct: null,
        creatorPct: null,
        honeypotSameCreator: null,
      }
    },
  }
}
