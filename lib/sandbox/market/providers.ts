import type { Provider } from "./faults"
import { binance } from "./wire/binance"
import { coinbase } from "./wire/coinbase"
import { kraken } from "./wire/kraken"
import type { Responder } from "./wire/responder"

/** Who answers at which host. */
export const providerOf: Readonly<Record<string, { readonly name: Provider; readonly respond: Responder }>> = {
  "data-api.binance.vision": { name: "binance", respond: binance },
  "api.exchange.coinbase.com": { name: "coinbase", respond: coinbase },
  "api.kraken.com": { name: "kraken", respond: kraken },
}
