import type { Provider } from "./faults"
import { alternativeMe } from "./wire/alternative-me"
import { binance } from "./wire/binance"
import { binanceFutures } from "./wire/binance-futures"
import { bybit } from "./wire/bybit"
import { cboe } from "./wire/cboe"
import { coinbase } from "./wire/coinbase"
import { defillama } from "./wire/defillama"
import { farside } from "./wire/farside"
import { fred } from "./wire/fred"
import { hyperliquid } from "./wire/hyperliquid"
import { kraken } from "./wire/kraken"
import { okx } from "./wire/okx"
import type { Responder } from "./wire/responder"
import { yahoo } from "./wire/yahoo"

/** Who answers at which host. */
export const providerOf: Readonly<Record<string, { readonly name: Provider; readonly respond: Responder }>> = {
  "data-api.binance.vision": { name: "binance", respond: binance },
  "api.exchange.coinbase.com": { name: "coinbase", respond: coinbase },
  "api.kraken.com": { name: "kraken", respond: kraken },
  "api.alternative.me": { name: "alternative-me", respond: alternativeMe },
  "www.okx.com": { name: "okx", respond: okx },
  "api.hyperliquid.xyz": { name: "hyperliquid", respond: hyperliquid },
  "stablecoins.llama.fi": { name: "defillama", respond: defillama },
  "cdn.cboe.com": { name: "cboe", respond: cboe },
  "fred.stlouisfed.org": { name: "fred", respond: fred },
  "query1.finance.yahoo.com": { name: "yahoo", respond: yahoo },
  "query2.finance.yahoo.com": { name: "yahoo", respond: yahoo },
  "farside.co.uk": { name: "farside", respond: farside },
  "fapi.binance.com": { name: "binance-futures", respond: binanceFutures },
  "api.bybit.com": { name: "bybit", respond: bybit },
}
