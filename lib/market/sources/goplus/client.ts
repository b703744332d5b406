import { chunksOf } from "@/lib/domain/chunks-of"
import type { Clock } from "@/lib/domain/clock"
import { keyOf } from "@/lib/domain/dex/merge-tokens"
import type { TokenId, TokenSecurity } from "@/lib/domain/dex/token-scan"
import type { SourceClient } from "@/lib/outbound/source-client"
import { nullOnSourceError } from "@/lib/outbound/errors"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { Facts, GoPlusAnswer, type GoPlusFacts, readGoPlusError } from "./schema"
import { SolanaFacts, toSolanaSecurity } from "./solana"
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

/** DexScreener's name of the one chain that GoPlus answers by another path. */
const SOLANA = "solana"

/** The code of an answer that is not complete yet. */
const PARTIAL = 2

/** `isWhole` is false if the facts of a token could not be read. */
type Checked = { readonly checks: readonly TokenSecurity[]; readonly isWhole: boolean }

/** Pools of a token that are known from elsewhere. GoPlus lists those of a new token late. */
type PoolsOf = (token: TokenId) => readonly string[]

/** GoPlus adds the facts about trading after the facts about the code. A closed contract has few of either. */
function isFilled({ is_open_source: isOpen, is_honeypot: isHoneypot }: GoPlusFacts): boolean {
  return isOpen === false || (isOpen === true && isHoneypot != null)
}

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * Security facts on token contracts of EVM chains and Solana. Free without a key, 30 requests a minute.
 *
 * @see https://docs.gopluslabs.io/reference/tokensecurityusingget_1
 */
export function createGoPlusSource({ http, clock }: Ports) {
  async function read(chain: string, addresses: readonly string[], poolsOf: PoolsOf): Promise<Checked> {
    const path = chain === SOLANA ? "solana/token_security" : `token_security/${GOPLUS_CHAINS[chain]}`
    const url = `https://${HOST}/api/v1/${path}?contract_addresses=${addresses.join(",")}`
    const { code, result } = await http.getJson(url, { schema: GoPlusAnswer, readError: readGoPlusError })
    const records = new Map(Object.entries(result).map(([address, each]) => [keyOf({ chain, address }), each]))
    const isPartial = code === PARTIAL
    const checks: TokenSecurity[] = []
    let isWhole = true
    for (const address of addresses) {
      const record = records.get(keyOf({ chain, address }))
      const check =
        record === undefined
          ? null
          : readRecord({ chain, address }, record, { isPartial, pools: poolsOf({ chain, address }) })
      if (check !== null) checks.push(check)
      // A token that a whole answer leaves out is unknown. Any other one is to be asked again.
      else if (record !== undefined || isPartial) isWhole = false
    }
    return { checks, isWhole }
  }

  /** `null` for a record that is malformed, or that a partial answer does not fill yet. */
  function readRecord(
    token: TokenId,
    record: unknown,
    { isPartial, pools }: { readonly isPartial: boolean; readonly pools: readonly string[] },
  ): TokenSecurity | null {
    if (token.chain === SOLANA) {
      const facts = SolanaFacts.safeParse(record).data
      if (facts === undefined || (isPartial && facts.mintable == null)) return null
      return toSolanaSecurity(token, facts, { checkedAtMs: clock(), pools })
    }
    const facts = Facts.safeParse(record).data
    if (facts === undefined || (isPartial && !isFilled(facts))) return null
    return toSecurity(token, facts, { checkedAtMs: clock(), pools })
  }

  return {
    name: "goplus" as const,
    license: licenseOf("goplus"),
    /** Facts on the tokens of known chains. `isWhole` is false if some could not be read; those are then absent. */
    async security(tokens: readonly TokenId[], poolsOf: PoolsOf = () => []): Promise<Checked> {
      const questions = [...Object.keys(GOPLUS_CHAINS), SOLANA].flatMap((chain) => {
        const addresses = tokens.filter((token) => token.chain === chain).map(({ address }) => address)
        return chunksOf([...new Set(addresses)], MAX_ADDRESSES).map((piece) => ({ chain, piece }))
      })
      const answers = await Promise.all(
        questions.map(({ chain, piece }) => read(chain, piece, poolsOf).catch(nullOnSourceError)),
      )
      return {
        checks: answers.flatMap((answer) => answer?.checks ?? []),
        isWhole: answers.every((answer) => answer?.isWhole === true),
      }
    },
  }
}
