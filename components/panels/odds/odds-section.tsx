"use client"

import { usePurchaseClient } from "@/components/app/app-context"
import { PaidPanel } from "@/components/panels/paid-panel"
import { useMarketPrices } from "@/components/panels/market-data/use-market-prices"
import { Preview } from "@/components/panels/previews"
import { endpointOf } from "@/components/panels/product/panel-product"
import { productOf, type Sold } from "@/components/panels/product/product-of"
import { boughtBy } from "@/components/panels/product/receipt-lookup"
import { Chips } from "@/components/ui/chips"
import { share } from "@/components/ui/format"
import { oddsContract } from "@/lib/endpoints/odds/contract"
import { useNow } from "@/lib/client/browser/use-now"
import { useMaybeStore, useStore } from "@/lib/client/browser/use-store"
import { useTimes } from "@/lib/client/browser/use-times"
import { marketPrice } from "@/lib/client/format/money"
import { awayText } from "@/lib/client/format/number"
import { walletStore } from "@/lib/client/wallet/wallet-store"
import type { Coin } from "@/lib/domain/market/coin"
import { useMemo } from "react"
import { oddsPanel } from "./panel"
import { coneOdds, isCurrentCone, newestCone, type OwnedCone } from "./owned-cone"

/** The line of a chart. */
export type OddsLine = {
  readonly level: number
  readonly hours: number
  /** The pointer or the key is released. A product is offered for the level then. */
  readonly settled: number
}

const horizons = [
  { name: "4h", value: 4 },
  { name: "24h", value: 24 },
  { name: "3d", value: 72 },
  { name: "7d", value: 168 },
  { name: "30d", value: 720 },
]

type OddsSectionProps = {
  readonly coin: Coin
  readonly line: OddsLine
  readonly onHours: (hours: number) => void
}

/** The odds of the line: from an owned forecast in the browser, free, or bought once. */
export function OddsSection({ coin, line, onHours }: OddsSectionProps) {
  const { prices, hasFailed } = useMarketPrices(null)
  const cone = useOwnedCone(coin)
  const nowMs = useNow()
  const times = useTimes()
  const price = prices?.coins.find((one) => one.coin === coin)?.price ?? null
  const current = cone !== null && isCurrentCone(cone, nowMs) ? cone : null
  const boughtHere = current !== null && endpointOf(current.productId) === oddsContract.id ? current.productId : null
  return (
    <section className="odds-section" aria-label={`Odds of a ${coin} price`}>
      <Chips label="Within" options={horizons} value={line.hours} onChoose={onHours} />
      {current === null ? null : price === null ? (
        <p className="muted">{hasFailed ? "The price of now is not available." : "Loading the price of now…"}</p>
      ) : (
        <p aria-live="polite">
          {readingOf(current, { ...line, price, nowMs })}{" "}
          <small>Free: the forecast of {times.text(current.decidedMs)} is yours until the next 4h close.</small>
        </p>
      )}
      {cone !== null && current === null ? (
        <p className="muted">Your forecast of {times.text(cone.decidedMs)} ended with the last 4h close.</p>
      ) : null}
      {current !== null && boughtHere === null ? null : (
        <PaidPanel
          product={productFor(coin, line, boughtHere)}
          owned={boughtHere !== null}
          preview={<Preview rows={oddsPanel.preview} />}
          decisionLine={oddsPanel.decisionLine}
        />
      )}
    </section>
  )
}

type Asked = Pick<OddsLine, "level" | "hours"> & { readonly price: number; readonly nowMs: number }

/** `$98,000 (+1.6%): touched in 34% within 24h, above it at the end in 16%.` */
function readingOf(cone: OwnedCone, asked: Asked): string {
  const { level, price, hours } = asked
  const { touch, closeBeyond } = coneOdds(cone, asked)
  const horizon = horizons.find(({ value }) => value === hours)?.name ?? `${hours}h`
  const side = level >= price ? "above" : "below"
  return (
    `${marketPrice(level)} (${awayText(level / price - 1)} from ${marketPrice(price)}): touched in ${share(touch)} ` +
    `within ${horizon}, ${side} it at the end in ${share(closeBeyond)}.`
  )
}

const { id, path, title, price } = oddsContract
const sold: Sold = { ...oddsPanel, id, path, title, price }

/** The product of the line, or the one that was bought: its receipt stays in place while the line moves. */
function productFor(coin: Coin, { settled, hours }: OddsLine, boughtId: string | null) {
  const query = new URLSearchParams(boughtId?.split("?")[1])
  const level = query.get("level") ?? String(settled)
  return productOf(sold, { coin, hours: query.get("hours") ?? String(hours), level })
}

function useOwnedCone(coin: Coin): OwnedCone | null {
  const receipts = useMaybeStore(usePurchaseClient()?.receipts ?? null)
  const wallet = useStore(walletStore)
  return useMemo(() => newestCone(boughtBy(receipts, (id) => isConeOf(coin, id), wallet)), [receipts, wallet, coin])
}

const WITH_CONE: ReadonlySet<string> = new Set(["signal", "risk", oddsContract.id])

function isConeOf(coin: Coin, productId: string): boolean {
  const endpoint = endpointOf(productId)
  return (
    WITH_CONE.has(endpoint) && (productId === `${endpoint}:${coin}` || productId.startsWith(`${endpoint}:${coin}?`))
  )
}
