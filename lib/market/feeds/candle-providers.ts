import type { Clock } from "@/lib/domain/clock"
import type { SourceClient } from "@/lib/outbound/source-client"
import { createBinanceSource } from "@/lib/market/sources/binance/client"
import { createCoinbaseSource } from "@/lib/market/sources/coinbase/client"
import { createHyperliquidSource } from "@/lib/market/sources/hyperliquid/client"
import { createKrakenFuturesSource } from "@/lib/market/sources/kraken-futures/client"
import { createKrakenSource } from "@/lib/market/sources/kraken/client"
import { createOkxSource } from "@/lib/market/sources/okx/spot-client"
import type { LicenseClass } from "@/lib/market/sources/wire/license-class"
import type { CandleSource } from "./candle-source"

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/** Providers of candles and prices, in order of preference. */
export function candleProviders(ports: Ports): readonly (CandleSource & { readonly license: LicenseClass })[] {
  return [
    createBinanceSource(ports),
    createCoinbaseSource(ports),
    createKrakenSource(ports),
    createOkxSource(ports),
    createHyperliquidSource(ports),
    createKrakenFuturesSource(ports),
  ]
}
