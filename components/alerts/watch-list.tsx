import { useRef, useState } from "react"
import { usePurchaseClient } from "@/components/app/app-context"
import { endpointOf } from "@/components/panels/product/panel-product"
import { alertWatchContract } from "@/lib/endpoints/alert-watch/contract"
import type { ListedWatch, WatchChange } from "@/lib/client/alerts/alerts-request"
import { conditionLabel } from "@/lib/client/alerts/condition-draft"
import { targetLabel } from "@/lib/client/alerts/target"
import { useNow } from "@/lib/client/browser/use-now"
import { useMaybeStore, useStore } from "@/lib/client/browser/use-store"
import { useTimes } from "@/lib/client/browser/use-times"
import { sameAddress } from "@/lib/client/format/address"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { type ConnectedWallet, walletStore } from "@/lib/client/wallet/wallet-store"
import { SignedRequest } from "./signed-request"

/** The watches of the connected wallet. Their state is known to the service, which shows it to the wallet that signs. */
export function WatchList() {
  const { wallet } = useStore(walletStore)
  if (wallet === null) return <p className="hint">Connect a wallet to see its alerts.</p>
  return <Watches key={wallet.address} wallet={wallet} />
}

function Watches({ wallet }: { readonly wallet: ConnectedWallet }) {
  const receipts = useMaybeStore(usePurchaseClient()?.receipts ?? null) ?? []
  const [listed, setListed] = useState<readonly ListedWatch[] | null>(null)
  const section = useRef<HTMLDivElement>(null)
  const watches = listed ?? boughtWatches(receipts.filter(({ payer }) => sameAddress(payer, wallet.address)))
  return (
    <section className="alert-list" ref={section} tabIndex={-1} aria-label="Alerts of this wallet">
      {watches.length === 0 ? (
        <p className="hint">{listed ? "No alerts." : "No alert was set in this browser."}</p>
      ) : null}
      <ul className="alert-list">
        {watches.map((watch) => (
          <li key={watch.watch}>
            <WatchItem watch={watch} isKnown={listed !== null} wallet={wallet} onWatches={setListed} />
          </li>
        ))}
      </ul>
      {listed === null ? (
        <>
          <p className="hint">Sign a message to see every alert of this wallet, with its state and deliveries.</p>
          <SignedRequest label="Show state" wallet={wallet} onWatches={setListed} focusFallback={section} />
        </>
      ) : null}
    </section>
  )
}

/** The watches that this browser knows without a request, the newest first. */
function boughtWatches(receipts: readonly Receipt[]): readonly ListedWatch[] {
  return receipts.toReversed().flatMap(({ productId, body }) => {
    if (endpointOf(productId) !== alertWatchContract.id) return []
    const { data } = alertWatchContract.response.safeParse(body)
    if (data === undefined) return []
    const { watch, target, conditions, until } = data
    return [{ watch, target, conditions, until, status: "active" as const, ended_because: null, deliveries: [] }]
  })
}

type WatchItemProps = {
  readonly watch: ListedWatch
  /** The service has reported the state of the watch. */
  readonly isKnown: boolean
  readonly wallet: ConnectedWallet
  readonly onWatches: (watches: readonly ListedWatch[]) => void
}

function WatchItem({ watch, isKnown, wallet, onWatches }: WatchItemProps) {
  const times = useTimes()
  const nowMs = useNow()
  const row = useRef<HTMLDivElement>(null)
  const [kind, setKind] = useState<WatchChange["kind"] | null>(null)
  const { conditions, target, until, deliveries, ended_because: reason } = watch
  const status = Date.parse(until) <= nowMs ? "ended" : watch.status
  const name = conditions.map(conditionLabel).join(", ")
  const changes = changesOf(status, isKnown)
  return (
    <article ref={row} tabIndex={-1} aria-label={name}>
      <p>{name}</p>
      <p className="hint break">
        {isKnown || status === "ended" ? `${stateNames[status]} · ` : ""}
        until {times.text(until)} · {targetLabel(target)}
      </p>
      {reason === null ? null : <p className="warning-line">The service ended this alert: {reason}</p>}
      {deliveries.length > 0 ? (
        <details className="details slim">
          <summary>Deliveries: {deliveries.length}</summary>
          <ul>
            {deliveries.map((delivery) => (
              <li key={delivery.id}>
                {conditionLabel(delivery.condition)}, {times.text(delivery.met_at)}:{" "}
                {deliveryText(delivery, times.text)}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      <div className="dialog-actions">
        {changes.map((change) => (
          <button
            className="button"
            type="button"
            key={change}
            aria-expanded={kind === change}
            onClick={() => setKind(kind === change ? null : change)}
          >
            {changeNames[change]}
          </button>
        ))}
      </div>
      {kind === null ? null : (
        <SignedRequest
          key={kind}
          change={{ kind, watch: watch.watch }}
          label={`Sign to ${kind}`}
          wallet={wallet}
          onWatches={(watches) => {
            setKind(null)
            onWatches(watches)
          }}
          focusFallback={row}
        />
      )}
    </article>
  )
}

/** Without its state, a watch can only be ended. */
function changesOf(status: ListedWatch["status"], isKnown: boolean): readonly WatchChange["kind"][] {
  if (status === "ended") return []
  if (!isKnown) return ["end"]
  return [status === "paused" ? "resume" : "pause", "end"]
}

const stateNames: Readonly<Record<ListedWatch["status"], string>> = {
  active: "Active",
  paused: "Paused",
  ended: "Ended",
}

const changeNames: Readonly<Record<WatchChange["kind"], string>> = { pause: "Pause", resume: "Resume", end: "End" }

type Delivery = ListedWatch["deliveries"][number]

function deliveryText(delivery: Delivery, text: (instant: string) => string): string {
  const { status, delivered_at, next_attempt_at, last_error, attempts } = delivery
  if (status === "delivered") return `delivered ${delivered_at === null ? "" : text(delivered_at)}`
  if (status === "failed") return `failed. ${last_error ?? ""}`
  const next = next_attempt_at === null ? "" : `, next attempt ${text(next_attempt_at)}`
  return `waiting, ${attempts} ${attempts === 1 ? "attempt" : "attempts"}${next}. ${last_error ?? ""}`
}
