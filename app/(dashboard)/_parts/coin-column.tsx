import { PaidPanel } from "@/components/panels/paid-panel"
import { ContextPreview, SignalPreview } from "@/components/panels/previews"
import type { Coin } from "@/lib/domain/market/coin"
import { contextProduct, signalProduct } from "./products"

const names = { BTC: "Bitcoin", ETH: "Ethereum", SOL: "Solana" } as const satisfies Record<Coin, string>

/** What is sold about one coin. */
export function CoinColumn({ coin, owned }: { readonly coin: Coin; readonly owned: ReadonlySet<string> }) {
  const signal = signalProduct(coin)
  const context = contextProduct(coin)
  return (
    <section className="coin" aria-label={names[coin]}>
      <h2>
        {names[coin]} <span className="mono">{coin}</span>
      </h2>
      <div className="coin-panels">
        <PaidPanel product={signal} owned={owned.has(signal.id)} preview={<SignalPreview coin={coin} />} />
        <PaidPanel product={context} owned={owned.has(context.id)} preview={<ContextPreview coin={coin} />} />
      </div>
    </section>
  )
}
