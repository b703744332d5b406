import { HOUR_MS } from "@/lib/domain/utc-day"
import { type SandboxToken, tokensAt } from "@/lib/sandbox/market/series/tokens"
import { json, type Responder } from "./responder"

const CHAIN_IDS: Readonly<Record<string, string>> = {
  "1": "ethereum",
  "56": "bsc",
  "8453": "base",
  "42161": "arbitrum",
}

/** The part of the supply that the pool holds, as a large holder. */
const POOL_RATIO = 0.3
const DEAD = "0x000000000000000000000000000000000000dead"

/**
 * GoPlus token security of EVM chains and Solana: honest tokens and rugs. Pools are among the holders. While a token is younger than
 * an hour its facts are not complete, and the code of the answer is 2.
 *
 * @see https://docs.gopluslabs.io/reference/tokensecurityusingget_1
 * @see https://docs.gopluslabs.io/reference/solanatokensecurityusingget
 */
export const goplus: Responder = ({ market, nowMs, url }) => {
  const { id, solana } =
    /^\/api\/v1\/(?:token_security\/(?<id>\d+)|(?<solana>solana)\/token_security)$/.exec(url.pathname)?.groups ?? {}
  if (id === undefined && solana === undefined) return null
  const chain = solana ?? CHAIN_IDS[id ?? ""]
  const nameOf = ({ address }: SandboxToken) => (chain === "solana" ? address : address.toLowerCase())
  const asked = new Set((url.searchParams.get("contract_addresses") ?? "").split(","))
  const found = tokensAt(market, nowMs).filter((token) => token.chain === chain && asked.has(nameOf(token)))
  const isYoung = (token: SandboxToken) => nowMs - token.createdMs < HOUR_MS
  const factsOf = (token: SandboxToken) =>
    isYoung(token) ? firstFacts(token) : chain === "solana" ? solanaFacts(token) : evmFacts(token)
  const isPartial = found.some(isYoung)
  return json({
    code: isPartial ? 2 : 1,
    message: isPartial ? "Partial data obtained. The complete data can be requested again in about 15 seconds." : "OK",
    result: Object.fromEntries(found.map((token) => [nameOf(token), factsOf(token)])),
  })
}

const flag = (holds: boolean) => (holds ? "1" : "0")

function firstFacts({ name, symbol }: SandboxToken) {
  return { token_name: name, token_symbol: symbol, total_supply: "1000000000" }
}

function evmFacts({ index, name, symbol, pairAddress, liquidityUsd, isHoneypot, isRugPull, buyers }: SandboxToken) {
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
      ...(isRugPull ? [holder(creator, 0.4, false)] : []),
      { ...holder(pairAddress, POOL_RATIO, false), is_contract: 1, tag: "UniswapV2" },
      ...(isRugPull ? [] : [{ ...holder(DEAD, 0.05, true), tag: "Null Address" }]),
      ...Array.from({ length: 8 }, (_, place) => holder(`0x${String(place).padStart(40, "d")}`, 0.02, false)),
    ],
    // The number of honeypots that the creator made.
    honeypot_with_same_creator: isHoneypot ? "3" : "0",
    is_anti_whale: "0",
    is_blacklisted: "0",
    is_honeypot: flag(isHoneypot),
    is_in_dex: "1",
    is_mintable: flag(isRugPull),
    is_open_source: "1",
    is_proxy: "0",
    is_whitelisted: "0",
    lp_holder_count: "2",
    lp_holders: [holder(DEAD, isRugPull ? 0 : 0.9, !isRugPull), holder(creator, isRugPull ? 1 : 0.1, false)],
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

function solanaFacts({ index, name, symbol, pairAddress, liquidityUsd, isHoneypot, isRugPull, buyers }: SandboxToken) {
  const creator = base58(`Creator${index}`)
  const authority = { address: creator, malicious_address: isRugPull ? 1 : 0 }
  const power = (holds: boolean) => ({ authority: holds ? [authority] : [], status: flag(holds) })
  const range = { price_max: "1", price_min: "1", volume: "1" }
  return {
    balance_mutable_authority: power(false),
    closable: power(false),
    creators: [authority],
    default_account_state: "1",
    default_account_state_upgradable: power(false),
    dex: [
      {
        burn_percent: isRugPull ? 0 : 100,
        day: range,
        dex_name: "raydium",
        fee_rate: "0.0025",
        id: pairAddress,
        lp_amount: "1000",
        month: range,
        open_time: "0",
        price: "1",
        tvl: liquidityUsd.toFixed(2),
        type: "Standard",
        week: range,
      },
    ],
    freezable: power(isRugPull),
    holder_count: String(40 + buyers),
    holders: [
      solanaHolder(pairAddress, base58(`Vault${index}`), POOL_RATIO),
      solanaHolder(creator, base58(`Own${index}`), isRugPull ? 0.4 : 0.01),
      ...Array.from({ length: 8 }, (_, place) => {
        const name = base58(`Holder${index}n${place}`)
        return solanaHolder(name, `${name}a`, 0.02)
      }),
    ],
    lp_holders: [],
    metadata: { description: "", name, symbol, uri: "" },
    metadata_mutable: { metadata_upgrade_authority: [], status: "0" },
    mintable: power(isRugPull),
    non_transferable: flag(isHoneypot),
    total_supply: "1000000000",
    transfer_fee: {},
    transfer_fee_upgradable: power(false),
    transfer_hook: [],
    transfer_hook_upgradable: power(false),
    trusted_token: 0,
  }
}

function solanaHolder(account: string, tokenAccount: string, ratio: number) {
  return {
    account,
    balance: String(ratio * 1e9),
    is_locked: 0,
    locked_detail: [],
    percent: ratio.toFixed(18),
    tag: "",
    token_account: tokenAccount,
  }
}

/** A readable name in the letters of addresses. */
function base58(name: string): string {
  return name.replaceAll(/[0OIl]/g, "o").padEnd(43, "1")
}
