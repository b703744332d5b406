import { chunksOf } from "@/lib/domain/chunks-of"
import type { Clock } from "@/lib/domain/clock"
import type { TokenId, TokenSecurity } from "@/lib/domain/dex/token-scan"
import type { SourceClient } from "@/lib/outbound/source-client"
import { nullOnSourceError } from "@/lib/outbound/errors"
import type { LicenseClass } from "@/lib/market/sources/wire/license-class"
import { readGoPlusError, TokenSecurityAnswer } from "./schema"
import { toSecurity } from "./to-security"

const HOST = "api.gopluslabs.io"
const MAX_ADDRESSES = 20

/** Chain ids of the EVM chains that DexScreener and GoPlus both know, by DexScreener's name. */
export const GOPLUS_CHAINS: Readonly<Record<string, number>> = {
  ethereum: 1,
  optimism: 10,
  bsc: 56,
  polygon: 137,
  base: 8453,
  arbitrum: 42161,
  avalanche: 43114,
}

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * Security facts on token contracts of EVM chains. Free without a key, 30 requests a minute.
 *
 * @see https://docs.gopluslabs.io/reference/tokensecurityusingget_1
 */
export function createGoPlusSource({ http, clock }: Ports) {
  async function read(chain: string, addresses: readonly string[]): Promise<readonly TokenSecurity[]> {
    const url = `https://${HOST}/api/v1/token_security/${GOPLUS_CHAINS[chain]}?contract_addresses=${addresses.join(",")}`
    const { result } = await http.getJson(url, { schema: TokenSecurityAnswer, readError: readGoPlusError })
    const facts = new Map(Object.entries(result).map(([address, each]) => [address.toLowerCase(), each]))
    const checkedAtMs = clock()
    return addresses.flatMap((address) => {
      const found = facts.get(address.toLowerCase())
      return found === undefined ? [] : [toSecurity({ chain, address }, found, checkedAtMs)]
    })
  }

  return {
    name: "goplus" as const,
    license: "derived" as LicenseClass,
    /** Facts on the tokens of known chains. `isWhole` is false if a request failed; its tokens are then absent. */
    async security(
      tokens: readonly TokenId[],
    ): Promise<{ readonly checks: readonly TokenSecurity[]; readonly isWhole: boolean }> {
      const questions = Object.keys(GOPLUS_CHAINS).flatMap((chain) => {
        const addresses = tokens.filter((token) => token.chain === chain).map(({ address }) => address)
        return chunksOf([...new Set(addresses)], MAX_ADDRESSES).map((piece) => ({ chain, piece }))
      })
      const answers = await Promise.all(
        questions.map(({ chain, piece }) => read(chain, piece).catch(nullOnSourceError)),
      )
      return {
        checks: answers.flatMap((answer) => answer ?? []),
        isWhole: answers.every((answer) => answer !== null),
      }
    },
  }
}
