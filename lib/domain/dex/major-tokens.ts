/**
 * Official contracts of major tokens by symbol and chain. A token with one of these symbols at another address on a listed
 * chain is a copycat. Symbols without contracts are coins of their own chain; only look-alikes of them are found. Every address
 * was compared with public token lists on 2026-11-25.
 */
export const MAJOR_TOKENS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  USDT: {
    ethereum: "0xdac17f958d2ee523a2206206994597c13d831ec7",
    bsc: "0x55d398326f99059ff775485246999027b3197955",
    arbitrum: "0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9",
    polygon: "0xc2132d05d31c914a87c6611c10748aeb04b58e8f",
    optimism: "0x94b008aa00579c1307b0ef2c499ad98a8ce58e58",
    avalanche: "0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7",
    solana: "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB",
  },
  USDC: {
    ethereum: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
    base: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
    bsc: "0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d",
    arbitrum: "0xaf88d065e77c8cc2239327c5edb3a432268e5831",
    polygon: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
    optimism: "0x0b2c639c533813f4aa9d7837caf62653d097ff85",
    avalanche: "0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e",
    solana: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
  },
  DAI: { ethereum: "0x6b175474e89094c44da98b954eedeac495271d0f" },
  WETH: {
    ethereum: "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2",
    base: "0x4200000000000000000000000000000000000006",
    arbitrum: "0x82af49447d8a07e3bd95bd0d56f35241523fbab1",
    optimism: "0x4200000000000000000000000000000000000006",
  },
  WBTC: { ethereum: "0x2260fac5e5542a773aa44fbcfedf7c193bc2c599" },
  SOL: { solana: "So11111111111111111111111111111111111111112" },
  BTC: {},
  ETH: {},
  BNB: {},
  XRP: {},
  DOGE: {},
}
