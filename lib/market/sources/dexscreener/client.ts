import { chunksOf } from "@/lib/domain/chunks-of"
import type { DexPair, TokenBoost, TokenId } from "@/lib/domain/dex/token-scan"
import { nullOnSourceError } from "@/lib/outbound/errors"
import type { SourceClient } from "@/lib/outbound/source-client"
import { requireRows } from "@/lib/market/sources/wire/valid-rows"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { BoostsAnswer, PairsAnswer } from "./schema"
import { toPair } from "./to-pair"

const HOST = "api.dexscreener.com"

/** Addresses per request. */
const MAX_ADDRESSES = 30

/**
 * Pairs of DEX tokens, and paid boosts. Free with attribution.
 *
 * @see https://docs.dexscreener.com/api/reference
 */
export function createDexScreenerSource({ http }: { readonly http: SourceClient }) {
  return {
    name: "dexscreener",
    license: licenseOf("dexscreener"),
    /** The latest and the largest boosts, each token once, with the total amount. An empty list is an error. */
    async boosts(): Promise<readonly TokenBoost[]> {
      const [latest, top] = await Promise.all(
        ["latest", "top"].map((list) =>
          http.getJson(`https://${HOST}/token-boosts/${list}/v1`, { schema: BoostsAnswer }),
        ),
      )
      const amounts = new Map<string, TokenBoost>()
      for (const { chainId: chain, tokenAddress: address, totalAmount } of [
        ...(latest?.rows ?? []),
        ...(top?.rows ?? []),
      ]) {
        const key = `${chain}:${address}`
        const amount = Math.max(totalAmount, amounts.get(key)?.amount ?? 0)
        amounts.set(key, { chain, address, amount })
      }
      return requireRows(HOST, { rows: [...amounts.values()] })
    },
    /**
     * Every pair whose base is one of the tokens. A failed request drops only its own tokens; `isWhole` is false then.
     */
    async pairs(
      tokens: readonly TokenId[],
    ): Promise<{ readonly pairs: readonly DexPair[]; readonly isWhole: boolean }> {
      const wanted = new Set(tokens.map(({ chain, address }) => `${chain}:${address.toLowerCase()}`))
      const questions = [...new Set(tokens.map(({ chain }) => chain))].flatMap((chain) => {
        const addresses = [...new Set(tokens.filter((token) => token.chain === chain).map(({ address }) => address))]
        return chunksOf(addresses, MAX_ADDRESSES).map(
          (piece) => `${encodeURIComponent(chain)}/${piece.map(encodeURIComponent).join(",")}`,
        )
      })
      const answers = await Promise.all(
        questions.map((path) =>
          http.getJson(`https://${HOST}/tokens/v1/${path}`, { schema: PairsAnswer }).catch(nullOnSourceError),
        ),
      )
      const pairs = answers
        .flatMap((answer) => answer?.rows.map(toPair) ?? [])
        .filter(({ chain, address }) => wanted.has(`${chain}:${address.toLowerCase()}`))
      return { pairs, isWhole: answers.every((answer) => answer !== null) }
    },
  }
}
