import { expect } from "vitest"
import { createDexScreenerSource } from "@/lib/market/sources/dexscreener/client"
import { createGeckoTerminalSource } from "@/lib/market/sources/geckoterminal/client"
import { createGoPlusSource } from "@/lib/market/sources/goplus/client"
import { createHoneypotSource } from "@/lib/market/sources/honeypot-is/client"
import { createRugCheckSource } from "@/lib/market/sources/rugcheck/client"
import { answering, outside } from "./outside"

const LIVE_2026 = "sideriapostolou-lgtm/Claude tests/fixtures, recorded 2026-10-08"
const RADAR_2026 = "dinjon4/MemecoinRadar tests/fixtures, recorded 2026-10"
const GOPLUS_SDK = "GoPlusSecurity/goplus-sdk-python 41044000, response_wrapper_token_security_result"
const GOPLUS_SOLANA_SDK = "GoPlusSecurity/goplus-sdk-python 41044000, response_wrapper_solana_token_security"
const COINGECKO_OAS = "coingecko/coingecko-api-oas 83d7556f"
const SOL = "So11111111111111111111111111111111111111112"

async function goPlus(
  facts: object,
  chain = "ethereum",
  address = "0xdd466e9c060694aff06abdde57615282d7239562",
  nowMs?: number,
) {
  const ports = answering({ code: 1, message: "OK", result: { [address]: facts } }, nowMs)
  return (await createGoPlusSource(ports).security([{ chain, address }])).checks[0]
}

outside(
  'a GoPlus answer of 2023-11 in the public prompt "AntD Component Generator BOT"',
  "GoPlus: a pool that holds 70.5% is no holder, a locker's liquidity is 100% locked, an owner of zero is nobody",
  async () => {
    const pool = "0x807df86b367411fb31ba88c97d2baa2f9575f52e"
    const check = await goPlus({
      buy_tax: "0",
      sell_tax: "0",
      is_mintable: "0",
      owner_address: "0x0000000000000000000000000000000000000000",
      creator_percent: "0.000000",
      dex: [{ name: "UniswapV2", liquidity: "2762.38854260", pair: pool }],
      holders: [
        {
          address: pool,
          tag: "UniswapV2",
          is_contract: 1,
          balance: "704706375.8",
          percent: "0.704706375811057689",
          is_locked: 0,
        },
      ],
      lp_holders: [
        {
          address: "0xe2fe530c047f2d85298b07d9333c05737f1435fb",
          tag: "TeamFinance",
          is_contract: 1,
          balance: "0.948683298050512799",
          percent: "0.999999999999998945",
          is_locked: 1,
        },
      ],
    })
    expect(check).toMatchObject({ top10Pct: 0, lpLockedPct: 100, creatorPct: 0, mintable: false, buyTaxPct: 0 })
  },
)

outside(
  "a GoPlus answer of 2023-11 in the comment of a public Discord bot",
  "GoPlus: 0.0493 is a sale tax of 4.93%, tokens locked until 2024 are no holder's, the rest is 1%",
  async () => {
    const facts = {
      buy_tax: "0.05",
      sell_tax: "0.0493",
      is_mintable: "1",
      owner_address: "0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f",
      holders: [
        {
          address: "0x663a5c229c09b049e36dcc11a9b0d4a8eb9db214",
          tag: "UniCrypt",
          percent: "0.989999999999999999",
          is_locked: 1,
          locked_detail: [{ amount: "3661.66", end_time: "2024-11-01T05:00:00+00:00" }],
        },
        {
          address: "0x04bda42de3bc32abb00df46004204424d4cf8287",
          tag: "",
          percent: "0.009999999999999999",
          is_locked: 0,
        },
        { address: "0x0000000000000000000000000000000000000000", tag: "Null Address", percent: "0", is_locked: 1 },
      ],
    }
    const at = (nowMs: number) => goPlus(facts, undefined, undefined, nowMs)
    const check = await at(Date.UTC(2023, 10, 20))
    expect(check).toMatchObject({ buyTaxPct: 5, sellTaxPct: 4.93, top10Pct: 1, mintable: true })
    expect(await at(Date.UTC(2026, 9, 10)), "the lock has ended").toMatchObject({ top10Pct: 100 })
  },
)

outside(GOPLUS_SDK, "GoPlus: honeypot_with_same_creator is the number of honeypots that the creator made", async () => {
  expect(await goPlus({ honeypot_with_same_creator: "2" })).toMatchObject({ honeypotSameCreator: true })
  expect(await goPlus({ honeypot_with_same_creator: "0" })).toMatchObject({ honeypotSameCreator: false })
})

outside(GOPLUS_SDK, "GoPlus: a sale tax of 1 is 100%, or the token cannot be sold", async () => {
  expect(await goPlus({ sell_tax: "1", buy_tax: "1" })).toMatchObject({ sellTaxPct: 100, buyTaxPct: 100 })
})

outside(GOPLUS_SDK, "GoPlus: no owner_address is unknown, an empty one is no owner", async () => {
  expect(await goPlus({ is_mintable: "1" })).toMatchObject({ mintable: true })
  expect(await goPlus({ is_mintable: "1", owner_address: "" })).toMatchObject({ mintable: false })
})

outside(GOPLUS_SDK, "GoPlus: a hidden owner can act although the ownership was given up", async () => {
  expect(await goPlus({ is_mintable: "1", owner_address: "", hidden_owner: "1" })).toMatchObject({ mintable: true })
})

outside(GOPLUS_SDK, "GoPlus: an owner who sets a tax for one address can modify the tax", async () => {
  const check = await goPlus({ slippage_modifiable: "0", personal_slippage_modifiable: "1" })
  expect(check).toMatchObject({ taxModifiable: true })
})

outside(GOPLUS_SDK, "GoPlus: without public source code other facts have no return, which is unknown", async () => {
  const check = await goPlus({ is_open_source: "0" })
  expect(check).toMatchObject({ openSource: false, honeypot: null, mintable: null, sellTaxPct: null, proxy: null })
})

const MINT = "8ZCmwpW3MtC5UpNcZf7U4HMvRNTo71syU11BDiAFpump"

outside(
  GOPLUS_SOLANA_SDK,
  "GoPlus Solana: accounts that are locked or black holes are no holders, percent is a fraction",
  async () => {
    const holders = [
      {
        account: "1nc1nerator11111111111111111111111111111111",
        token_account: "",
        percent: "0.30",
        tag: "Burn",
        is_locked: 1,
      },
      { account: "Wa11et", token_account: "Acc1", percent: "0.058", tag: "", is_locked: 0 },
    ]
    expect(await goPlus({ holders, dex: [] }, "solana", MINT)).toMatchObject({ top10Pct: 5.8 })
  },
)

outside(
  GOPLUS_SOLANA_SDK,
  "GoPlus Solana: status 1 means that the power exists, burned liquidity is percent",
  async () => {
    const check = await goPlus(
      {
        mintable: { status: "1", authority: [{ address: "Auth", malicious_address: 0 }] },
        freezable: { status: "0", authority: [] },
        dex: [{ id: "Pool", tvl: "250000", burn_percent: 55 }],
      },
      "solana",
      MINT,
    )
    expect(check).toMatchObject({ mintable: true, lpLockedPct: 55 })
  },
)

async function rugCheck(report: object) {
  return createRugCheckSource(answering({ mint: MINT, ...report })).security({ chain: "solana", address: MINT })
}

const holder = (owner: string, pct: number, address = `${owner}account`) => ({ owner, pct, address, insider: false })
const OPEN_MINT = { mintAuthority: null, freezeAuthority: null, supply: 994_092_192_206_734, decimals: 6 }

outside(
  `${LIVE_2026}, rugcheck_report`,
  "RugCheck: the pool is no holder, pct is percent, locked liquidity is that of the deepest market",
  async () => {
    const pool = "2uZuTQEjcXcR1ESwMdGTpqEwM5PCekEwrSNVRPc1EhS1"
    const check = await rugCheck({
      creatorBalance: 0,
      token: OPEN_MINT,
      topHolders: [
        holder(pool, 5.436474347966708),
        holder("JGF53sgRBQZLNaqbqPeD3NQaRErRDSY2ibc72GD8wMc", 0.25816173798921577),
        holder("Gpfac83Y3DF67YjWwvvY3tPboi7J7gVRyds5KLz1YFwp", 0.22341887357195106),
      ],
      markets: [
        { pubkey: pool, lp: { quoteUSD: 35276.58, baseUSD: 38917.25, lpLockedPct: 100, lpLockedUSD: 74193.83 } },
      ],
      transferFee: { pct: 0, maxAmount: 0 },
      knownAccounts: { [pool]: { name: "Pump Fun AMM", type: "AMM" } },
    })
    expect(check).toMatchObject({
      top10Pct: 0.48,
      creatorPct: 0,
      lpLockedPct: 100,
      buyTaxPct: 0,
      mintable: false,
      freezable: false,
    })
  },
)

outside(
  `${LIVE_2026}, rugcheck_report_risky`,
  "RugCheck: a bonding curve that holds 50% is no holder, a wallet with 49.86% is, the creator's balance is atomic units",
  async () => {
    const curve = "EA2y1S4Up5KerH2Vn2arxcwsGt84R38KQEyb3a3UbG5y"
    const check = await rugCheck({
      creatorBalance: 2_181_662_779_733,
      token: { ...OPEN_MINT, supply: 2_000_000_000_000_000 },
      topHolders: [
        holder(curve, 50.03368985861175),
        holder("BwWK17cbHxwWBKZkUYvzxLcNQ1YVyaFezduWbtm2de6s", 49.8572270024016),
        holder("7WKdcCiZ3yrutfGrShz35bmTc4Jk3sikaMzJLaxRpjkw", 0.10908313898665),
      ],
      markets: [{ pubkey: curve, marketType: "pump_fun", lp: { quoteUSD: 1.146, baseUSD: 676.57, lpLockedPct: 100 } }],
      knownAccounts: { "7WKdcCiZ3yrutfGrShz35bmTc4Jk3sikaMzJLaxRpjkw": { name: "Creator", type: "CREATOR" } },
    })
    expect(check).toMatchObject({ top10Pct: 49.97, creatorPct: 0.11 })
  },
)

outside(
  `${RADAR_2026}, rugcheck_report; the share of the vault is ours`,
  "RugCheck: of several pools none is a holder, also if another account owns its vault; the deepest is locked",
  async () => {
    const [pump, dlmm, vault] = [
      "65GHmCbyRME3XwKjTqDB7pMJw2gvj2LZryfWKczoAqFR",
      "9XFfWxKdtB5ggFJpwWSH8RSEP2aVuthCEpJf2AHQCz4m",
      "m2NA74HAV2NGgm6Kc4jKhPx5xWA3zV2knMDhKgiLTWq",
    ]
    const check = await rugCheck({
      topHolders: [
        holder(pump, 8.80277890195699),
        holder("EmZjHyv5twFhFRnh8KQ6vnr3sY5mDiDDK19z776kNdHg", 3.0218335500269355),
        holder(dlmm, 2.6854834605694853),
        holder("HLnpSz9h2S4hiLQ43rnSD9XkcUThA7B8hQMKmDaiTLcC", 1.5, vault),
      ],
      markets: [
        { pubkey: dlmm, marketType: "meteoraDlmm", lp: { quoteUSD: 22764.57, baseUSD: 9822.21, lpLockedPct: 0 } },
        { pubkey: pump, marketType: "pump_fun_amm", lp: { quoteUSD: 30160.8, baseUSD: 32196.35, lpLockedPct: 100 } },
        {
          pubkey: "9Tpcex7Wvng4uQHax6gch1aK7yAGsPYTX9vxEKjTTY1s",
          liquidityA: vault,
          lp: { quoteUSD: 6.2, baseUSD: 6.3, lpLockedPct: 0 },
        },
      ],
    })
    expect(check).toMatchObject({ top10Pct: 3.02, lpLockedPct: 100 })
  },
)

outside(
  "solana.com, the incinerator account",
  "RugCheck: what the incinerator holds is burned and no holder's",
  async () => {
    const topHolders = [holder("1nc1nerator11111111111111111111111111111111", 60), holder("Wa11et", 4)]
    expect(await rugCheck({ topHolders })).toMatchObject({ top10Pct: 4 })
  },
)

async function honeypot(answer: object) {
  return createHoneypotSource(answering(answer)).security({
    chain: "ethereum",
    address: "0x1258D60B224c0C5cD888D37bbF31aa5FCFb7e870",
  })
}

outside(
  "vamonke/candlestick-alerts 0c6654a3, helpers/honeypot.js",
  "honeypot.is: a simulated tax of 3.9988707 is 4%, not 400%, and the token can be sold",
  async () => {
    const check = await honeypot({
      simulationSuccess: true,
      honeypotResult: { isHoneypot: false },
      simulationResult: {
        buyTax: 3.999999999999995,
        sellTax: 3.9988707480822705,
        transferTax: 0,
        buyGas: "172646",
        sellGas: "112088",
      },
      contractCode: { openSource: true, rootOpenSource: true, isProxy: false, hasProxyCalls: false },
    })
    expect(check).toMatchObject({ buyTaxPct: 4, sellTaxPct: 4, honeypot: false, openSource: true, proxy: false })
  },
)

const pair = (rest: object) => ({
  chainId: "solana",
  dexId: "pumpswap",
  url: "https://dexscreener.com/solana/bfrszakeqnzvtm3efhroo4erhagmmwn8brntiqkfh6ru",
  pairAddress: "BFrSZakeqNzVtM3EFhroo4eRhagmmWN8BRntiQKFH6Ru",
  baseToken: { address: MINT, name: "Higgspad", symbol: "HIGGS" },
  quoteToken: { address: SOL, name: "Wrapped SOL", symbol: "SOL" },
  ...rest,
})

async function dexScreener(rest: object) {
  const { pairs } = await createDexScreenerSource(answering([pair(rest)])).pairs([{ chain: "solana", address: MINT }])
  return pairs[0]
}

outside(
  `${LIVE_2026}, dexs_tokens_batch`,
  "DEX Screener: dollars as text, changes in percent, trades counted, times in milliseconds",
  async () => {
    const found = await dexScreener({
      priceNative: "0.000008058",
      priceUsd: "0.0008832",
      txns: { h24: { buys: 2579, sells: 2034 } },
      volume: { h24: 414996.55, h6: 72188.01 },
      priceChange: { m5: -4.83, h1: -2.1, h6: -16.95, h24: -48.65 },
      liquidity: { usd: 119336.33, base: 68302069, quote: 538.3472 },
      fdv: 855167,
      marketCap: 855186,
      pairCreatedAt: 1791117376000,
      info: {
        websites: [{ url: "https://higgspad.com/" }],
        socials: [{ url: "https://x.com/higgspad", type: "twitter" }],
      },
    })
    expect(found).toMatchObject({
      priceUsd: 0.0008832,
      liquidityUsd: 119336.33,
      volumeH24Usd: 414996.55,
      priceChangePct: { m5: -4.83, h1: -2.1, h6: -16.95, h24: -48.65 },
      buysH24: 2579,
      sellsH24: 2034,
      buyersH24: null,
      pairCreatedAtMs: Date.UTC(2026, 9, 4, 12, 36, 16),
      hasWebsite: true,
      hasSocial: true,
    })
  },
)

outside(
  `${RADAR_2026}, dexscreener_pairs`,
  "DEX Screener: a pair on a bonding curve has no liquidity, an empty list of websites is no website",
  async () => {
    const found = await dexScreener({
      dexId: "pumpfun",
      priceUsd: "0.000007690",
      priceChange: { m5: -63.35, h24: 69.26 },
      pairCreatedAt: 1791631554000,
      info: { websites: [], socials: [{ url: "https://x.com/example", type: "twitter" }] },
    })
    expect(found).toMatchObject({
      liquidityUsd: null,
      hasWebsite: false,
      hasSocial: true,
      priceChangePct: { m5: -63.35, h1: null },
    })
  },
)

outside(
  `${RADAR_2026}, dexscreener_pairs`,
  "DEX Screener: a pair without profile has neither website nor social known",
  async () => {
    expect(await dexScreener({ priceUsd: "0.0003798" })).toMatchObject({
      hasWebsite: null,
      hasSocial: null,
      marketCapUsd: null,
    })
  },
)

outside(
  `${LIVE_2026}, dexs_boosts_latest`,
  "DEX Screener: boosts of every chain count, with the address as written",
  async () => {
    const ports = answering([
      { chainId: "solana", tokenAddress: "7nLukVng5teXze14rum9v57juXLjUp7JJnCveko1pump", totalAmount: 10, amount: 10 },
      { chainId: "ethereum", tokenAddress: "0x946BE31A1Ce0920F763E1fdAE96C971CDCCd037f", totalAmount: 10, amount: 10 },
    ])
    expect(await createDexScreenerSource(ports).boosts()).toEqual([
      { chain: "solana", address: "7nLukVng5teXze14rum9v57juXLjUp7JJnCveko1pump", amount: 10 },
      { chain: "ethereum", address: "0x946BE31A1Ce0920F763E1fdAE96C971CDCCd037f", amount: 10 },
    ])
  },
)

async function geckoTerminal(id: string, attributes: object) {
  const [, address = ""] = id.split("_")
  const token = { id, type: "token", attributes: { address, name: "Token", symbol: "TKN" } }
  const relationships = { base_token: { data: { id, type: "token" } }, dex: { data: { id: "pumpswap", type: "dex" } } }
  const ports = answering({
    data: [{ attributes: { address: "Poo1", ...attributes }, relationships }],
    included: [token],
  })
  return (await createGeckoTerminalSource(ports).trending())[0]
}

outside(
  `${LIVE_2026}, gt_trending_pools`,
  "GeckoTerminal: dollars of the base token, percent as text, wallets beside trades, UTC",
  async () => {
    const found = await geckoTerminal("solana_GTBxUiw6wJdmmkCGZgRHLyYxqu1vG4KtRpeox6yDpump", {
      base_token_price_usd: "0.0045743173688987090647724732560203084122623902139317760082755654",
      base_token_price_native_currency: "0.0000422693373407428",
      quote_token_price_usd: "108.943621950805129965132657239749776270504131645",
      pool_created_at: "2026-09-19T19:06:59Z",
      fdv_usd: "4474087.93468161",
      market_cap_usd: "4474087.93468164",
      price_change_percentage: { m5: "0.712", h1: "-0.825", h6: "3.144", h24: "7.03" },
      transactions: { h24: { buys: 2734, sells: 2390, buyers: 1195, sellers: 1211 } },
      volume_usd: { h24: "730136.616152565" },
      reserve_in_usd: "323058.2126",
    })
    expect(found).toMatchObject({
      chain: "solana",
      priceUsd: expect.closeTo(0.00457431736889, 12),
      priceChangePct: { m5: 0.712, h1: -0.825, h6: 3.144, h24: 7.03 },
      buysH24: 2734,
      buyersH24: 1195,
      sellersH24: 1211,
      liquidityUsd: 323058.2126,
      pairCreatedAtMs: Date.UTC(2026, 8, 19, 19, 6, 59),
    })
  },
)

outside(
  `${RADAR_2026}, geckoterminal_pools`,
  "GeckoTerminal: an unknown reserve is unknown and not zero, an empty pool is empty",
  async () => {
    const facts = { base_token_price_usd: "0.999464325024145", market_cap_usd: "183989683842.658" }
    expect(await geckoTerminal("solana_Es9v", { ...facts, reserve_in_usd: null })).toMatchObject({ liquidityUsd: null })
    const empty = await geckoTerminal("solana_Dc26", { ...facts, reserve_in_usd: "0.0115", market_cap_usd: null })
    expect(empty).toMatchObject({ liquidityUsd: 0.0115, marketCapUsd: null })
  },
)

outside(
  `${COINGECKO_OAS}, networks/trending_pools`,
  "GeckoTerminal: a fall of 30.893 percent on Base, with reports of its community",
  async () => {
    const found = await geckoTerminal("base_0x5f980dcfc4c0fa3911554cf5ab288ed0eb13dba3", {
      base_token_price_usd: "0.0000738759066917531",
      pool_created_at: "2026-03-11T02:00:07Z",
      price_change_percentage: { m5: "-0.298", h24: "-30.893" },
      transactions: { h24: { buys: 1827, sells: 1119, buyers: 874, sellers: 642 } },
      reserve_in_usd: "2471839.0983",
      community_sus_report: 6,
    })
    expect(found).toMatchObject({
      chain: "base",
      priceChangePct: { h24: -30.893 },
      sellersH24: 642,
      communityReports: 6,
    })
  },
)

outside(
  `${COINGECKO_OAS}, networks/{network}/trending_pools`,
  "GeckoTerminal: the network eth is the chain ethereum",
  async () => {
    const found = await geckoTerminal("eth_0xf280b16ef293d8e534e370794ef26bf312694126", {
      reserve_in_usd: "2471711.2255",
    })
    expect(found).toMatchObject({ chain: "ethereum", url: "https://www.geckoterminal.com/eth/pools/Poo1" })
  },
)
