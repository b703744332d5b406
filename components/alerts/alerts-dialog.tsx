"use client"

import { usePathname } from "next/navigation"
import { useEffect, useRef, useState } from "react"
import { usePurchaseClient } from "@/components/app/app-context"
import { priceIn, useMarketPrices } from "@/components/panels/market-data/use-market-prices"
import { Dialog } from "@/components/ui/dialog"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { LazyDetails } from "@/components/ui/lazy-details"
import { SideButton } from "@/components/ui/side-button"
import { alertsDialog } from "@/lib/client/alerts/alerts-dialog"
import { alertsPath } from "@/lib/client/alerts/alerts-request"
import { alreadyMet, conditionLabel } from "@/lib/client/alerts/condition-draft"
import { targetLabel } from "@/lib/client/alerts/target"
import { preferences } from "@/lib/client/browser/preferences-store"
import { useMaybeStore, useStore } from "@/lib/client/browser/use-store"
import { openWalletDialog, walletDialog, walletStore } from "@/lib/client/wallet/wallet-store"
import { COINS } from "@/lib/domain/market/coin"
import { RangeAlarmSwitch } from "./range-alarm"
import { useAlertsAnswer } from "./use-alerts-answer"
import { initialForm, type WatchChoice, WatchForm } from "./watch-form"
import { WatchList } from "./watch-list"
import { WatchPurchase } from "./watch-purchase"

/** Sets an alert: first what and where, then the payment. Below are the alerts of the wallet. */
export function AlertsDialog() {
  const pathname = usePathname()
  const coin = COINS.find((one) => pathname.endsWith(`/${one}`)) ?? preferences.get().coin
  const [form, setForm] = useState(() => initialForm(coin))
  const [choice, setChoice] = useState<WatchChoice | null>(null)
  const { asked, ask } = useAlertsAnswer(alertsPath())
  return (
    <Dialog open title="Set an alert" onClose={() => alertsDialog.set(false)}>
      {choice !== null ? (
        <Review choice={choice} onBack={() => setChoice(null)} />
      ) : asked.kind === "ready" ? (
        <WatchForm
          form={form}
          change={(part) => setForm((before) => ({ ...before, ...part }))}
          channels={asked.answer.channels}
          onContinue={setChoice}
        />
      ) : (
        <>
          <output className="hint">{asked.kind === "failed" ? asked.message : "Loading…"}</output>
          {asked.kind === "failed" ? (
            <p>
              <button className="button" type="button" onClick={ask}>
                Try again
              </button>
            </p>
          ) : null}
        </>
      )}
      <RangeAlarmSwitch />
      <ErrorBoundary>
        <LazyDetails summary="Your alerts">
          <WatchList />
        </LazyDetails>
      </ErrorBoundary>
    </Dialog>
  )
}

/** The chosen watch and its payment. */
function Review({ choice, onBack }: { readonly choice: WatchChoice; readonly onBack: () => void }) {
  const { wallet } = useStore(walletStore)
  const isConnecting = useStore(walletDialog)
  const step = isConnecting ? "wallet" : wallet === null ? "connect" : "pay"
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (step === "wallet") return
    // The button that was pressed may be gone by now, and then the browser has nowhere to put the focus.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) title.current?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [step])
  return (
    <>
      <h3 ref={title} tabIndex={-1}>
        Check and pay
      </h3>
      <dl className="facts">
        <dt>Tell me when</dt>
        <dd>{choice.conditions.split(",").map(conditionLabel).join(", ")}</dd>
        <dt>Send it to</dt>
        <dd>{targetLabel(choice.target)}</dd>
        <dt>Watch for</dt>
        <dd>{choice.for === "7d" ? "7 days" : "24h"}</dd>
      </dl>
      <AlreadyMet conditions={choice.conditions} />
      {wallet === null ? (
        <SideButton name="Connect a wallet" act={openWalletDialog} focusFallback={title} />
      ) : (
        <ErrorBoundary>
          <WatchPurchase choice={choice} wallet={wallet} />
        </ErrorBoundary>
      )}
      <p>
        <button className="button" type="button" onClick={onBack}>
          Back
        </button>
      </p>
    </>
  )
}

/** What is true before the payment: such a condition does not fire at once. */
function AlreadyMet({ conditions }: { readonly conditions: string }) {
  const { prices } = useMarketPrices(null)
  const list = useMaybeStore(usePurchaseClient()?.versions ?? null)
  const resources = Object.fromEntries(
    Object.entries(list?.versions ?? {}).map(([key, { version, status }]) => [
      key,
      { version, isCurrent: status === "current" },
    ]),
  )
  const [BTC, ETH, SOL] = [priceIn(prices, "BTC"), priceIn(prices, "ETH"), priceIn(prices, "SOL")]
  const met = conditions.split(",").flatMap((text) => alreadyMet(text, { prices: { BTC, ETH, SOL }, resources }) ?? [])
  return met.map((text) => (
    <p className="warning-line" key={text}>
      {text}
    </p>
  ))
}
