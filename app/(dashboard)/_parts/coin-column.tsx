import { PaidPanel } from "@/components/panels/paid-panel"
import { ContextPreview, SignalPreview } from "@/components/panels/previews"
import type { Coin } from "@/lib/domain/market/coin"
import { contextProduct, signalProduct } from "./products"

const names = { BTC: "Bitcoin", ETH: "Ethereum", SOL: "Solana" } as const satisfies Record<Coin, string>

/** What is sold about one coin. */
export function CoinColumn({ coin }: { readonly coin: Coin }) {
  return (
    <section className="coin" aria-label={names[coin]}>
      <h2>
        {names[coin]} <span className="mono">{coin}</span>
      </h2>
      <div className="coin-panels">
        <PaidPanel product={signalProduct(coin)} preview={<SignalPreview coin={coin} />} />
        <PaidPanel product={contextProduct(coin)} preview={<ContextPreview coin={coin} />} />
      </div>
    </section>
  )
}
