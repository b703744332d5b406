import { tokensAt } from "@/lib/sandbox/market/series/tokens"
import { json, type Responder } from "./responder"

/** honeypot.is: a simulated purchase and sale of one token. @see https://docs.honeypot.is/ishoneypot */
export const honeypotIs: Responder = ({ market, nowMs, url }) => {
  if (url.pathname !== "/v2/IsHoneypot") return null
  const address = (url.searchParams.get("address") ?? "").toLowerCase()
  const found = tokensAt(market, nowMs).find((token) => token.address.toLowerCase() === address)
  if (found === undefined) return json({ code: 404, error: "No pairs found" }, 404)
  const { name, symbol, pairAddress, isHoneypot } = found
  const id = url.searchParams.get("chainID") ?? "1"
  return json({
    token: { name, symbol, decimals: 18, address, totalHolders: 100 },
    withToken: { name: "USD Coin", symbol: "USDC", decimals: 6, address, totalHolders: 0 },
    summary: { risk: isHoneypot ? "honeypot" : "low", riskLevel: isHoneypot ? 100 : 1, flags: [] },
    simulationSuccess: true,
    honeypotResult: { isHoneypot: isHoneypot },
    simulationResult: { buyTax: 0, sellTax: isHoneypot ? 100 : 0, transferTax: 0, buyGas: "150000", sellGas: "120000" },
    holderAnalysis: {
      holders: "100",
      successful: isHoneypot ? "0" : "100",
      failed: isHoneypot ? "100" : "0",
      siphoned: "0",
      averageTax: 0,
      averageGas: 140_000.5,
      highestTax: 0,
      highTaxWallets: "0",
      taxDistribution: [],
      snipersFailed: 0,
      snipersSuccess: 0,
    },
    flags: [],
    contractCode: { openSource: true, rootOpenSource: true, isProxy: false, hasProxyCalls: false },
    chain: { id, name: "Chain", shortName: "C", currency: "ETH" },
    router: pairAddress,
    pairAddress,
  })
}
