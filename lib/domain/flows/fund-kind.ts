/** The issuer of a fund. `unclassified`: listed after this table was written. */
export type FundKind = "asset_manager" | "crypto_native" | "unclassified"

const ASSET_MANAGERS = new Set(
  "IBIT FBTC BTCO EZBC HODL BTCW MSBT ETHA ETHB FETH ETHV QETH EZET FSOL VSOL SOEZ".split(" "),
)

const CRYPTO_NATIVE = new Set("GBTC BTC BITB ARKB BRRR DEFI ETHE ETH ETHW TETH GSOL BSOL TSOL".split(" "))

/**
 * "Institutional" flow is the flow of funds run by traditional asset managers, as opposed to crypto-native issuers.
 *
 * The buyers of shares are not published, so this describes issuers, not buyers.
 */
export function fundKind(ticker: string): FundKind {
  if (ASSET_MANAGERS.has(ticker)) return "asset_manager"
  return CRYPTO_NATIVE.has(ticker) ? "crypto_native" : "unclassified"
}
