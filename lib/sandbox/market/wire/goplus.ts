import { type SandboxToken, tokensAt } from "@/lib/sandbox/market/series/tokens"
import { json, type Responder } from "./responder"

const CHAIN_IDS: Readonly<Record<string, string>> = {
  "1": "ethereum",
  "56": "bsc",
  "8453": "base",
  "42161": "arbitrum",
}

/**
 * GoPlus token security: facts by lower-case address, flags as "0" or "1", fractions as text. Honest tokens and rugs.
 *
 * @see https://docs.gopluslabs.io/reference/tokensecurityusingget_1
 */
export const goplus: Responder = ({ market, nowMs, url }) => {
  const chainId = /^\/api\/v1\/token_security\/(\d+)$/.exec(url.pathname)?.[1]
  if (chainId === undefined) return null
  const asked = new Set((url.searchParams.get("contract_addresses") ?? "").toLowerCase().split(","))
  const found = tokensAt(market, nowMs).filter(
    ({ chain, address }) => chain === CHAIN_IDS[chainId] && asked.has(address.toLowerCase()),
  )
  const result = Object.fromEntries(found.map((token) => [token.address.toLowerCase(), factsOf(token)]))
  return json({ code: 1, message: "OK", result })
}

const flag = (holds: boolean) => (holds ? "1" : "0")

function factsOf({ index, name, symbol, pairAddress, liquidityUsd, isHoneypot, isRugPull, buyers }: SandboxToken) {
  const creator = `0x${String(index).padStart(40, "c")}`
  return {
    anti_whale_modifiable: "0",
    buy_tax: isRugPull ? "0.03" : "0",
    can_take_back_ownership: flag(isRugPull),
    cannot_buy: "0",
    cannot_sell_all: flag(isHoneypot),
    creator_address: creator,
    creator_balance: isRugPull ? "400000000" : "10000000",
    creator_percent: isRugPull ? "0.400000" : "0.010000",
    dex: [{ liquidity_type: "UniV2", name: "UniswapV2", liquidity: liquidityUsd.toFixed(2), pair: pairAddress }],
    external_call: "0",
    hidden_owner: flag(isRugPull),
    holder_count: String(40 + buyers),
    holders: [
      holder(creator, isRugPull ? 0.4 : 0.01, false),
      ...Array.from({ length: 9 }, (_, place) => holder(`0x${String(place).padStart(40, "d")}`, 0.02, false)),
    ],
    honeypot_with_same_creator: flag(isHoneypot),
    is_anti_whale: "0",
    is_blacklisted: "0",
    is_honeypot: flag(isHoneypot),
    is_in_dex: "1",
    is_mintable: flag(isRugPull),
    is_open_source: "1",
    is_proxy: "0",
    is_whitelisted: "0",
    lp_holder_count: "2",
    lp_holders: [
      holder("0x000000000000000000000000000000000000dead", isRugPull ? 0 : 0.9, !isRugPull),
      holder(creator, isRugPull ? 1 : 0.1, false),
    ],
    lp_total_supply: "1000",
    owner_address: isRugPull ? creator : "0x0000000000000000000000000000000000000000",
    owner_balance: "0",
    owner_change_balance: "0",
    owner_percent: "0.000000",
    personal_slippage_modifiable: "0",
    selfdestruct: "0",
    sell_tax: isHoneypot ? "1" : isRugPull ? "0.08" : "0",
    slippage_modifiable: "0",
    token_name: name,
    token_symbol: symbol,
    total_supply: "1000000000",
    trading_cooldown: "0",
    transfer_pausable: flag(isRugPull),
  }
}

function holder(address: string, ratio: number, isLocked: boolean) {
  return {
    address,
    tag: "",
    is_contract: 0,
    balance: String(ratio * 1e9),
    percent: ratio.toFixed(18),
    is_locked: isLocked ? 1 : 0,
  }
}
