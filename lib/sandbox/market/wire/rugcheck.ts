import { tokensAt } from "@/lib/sandbox/market/series/tokens"
import { json, type Responder } from "./responder"

/** RugCheck: a report on one Solana token. @see https://api.rugcheck.xyz/swagger/index.html */
export const rugcheck: Responder = ({ market, nowMs, url }) => {
  const mint = /^\/v1\/tokens\/(\w+)\/report$/.exec(url.pathname)?.[1]
  if (mint === undefined) return null
  const found = tokensAt(market, nowMs).find(({ chain, address }) => chain === "solana" && address === mint)
  if (found === undefined) return json({ error: "not found" }, 404)
  const { index, pairAddress, liquidityUsd, isRugPull, buyers } = found
  const creator = `Creator${index}`.padEnd(43, "1")
  return json({
    mint,
    tokenProgram: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
    creator,
    creatorBalance: isRugPull ? 4e8 : 1e7,
    token: {
      mintAuthority: isRugPull ? creator : null,
      supply: 1e9,
      decimals: 6,
      isInitialized: true,
      freezeAuthority: isRugPull ? creator : null,
    },
    topHolders: [holder(pairAddress, 30), holder(creator, isRugPull ? 40 : 1)],
    markets: [
      {
        pubkey: pairAddress,
        marketType: "raydium",
        lp: {
          lpLockedPct: isRugPull ? 0 : 95,
          lpLockedUSD: isRugPull ? 0 : liquidityUsd * 0.95,
          baseUSD: liquidityUsd / 2,
          quoteUSD: liquidityUsd / 2,
        },
      },
    ],
    knownAccounts: { [pairAddress]: { name: "Raydium Pool", type: "AMM" } },
    risks: [],
    rugged: liquidityUsd < 200,
    score: 101,
    score_normalised: 1,
    totalHolders: 40 + buyers,
    transferFee: { pct: 0, maxAmount: 0, authority: "11111111111111111111111111111111" },
  })
}

function holder(owner: string, pct: number) {
  return {
    address: `${owner.slice(0, 42)}a`,
    amount: pct * 1e7,
    decimals: 6,
    pct,
    uiAmount: pct * 10,
    uiAmountString: String(pct * 10),
    owner,
    insider: false,
  }
}
