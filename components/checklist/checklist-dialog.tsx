"use client"

import Link from "next/link"
import { useRouter } from "next/navigation"
import { useState } from "react"
import { usePurchaseClient } from "@/components/app/app-context"
import { Bundle } from "@/components/budget/bundle"
import type { PanelOffer } from "@/components/panels/product/panel-offer"
import { newestReceipt } from "@/components/panels/product/receipt-lookup"
import { Chips } from "@/components/ui/chips"
import { Dialog } from "@/components/ui/dialog"
import { movePin, pinnedFirst, type Preferences, togglePin } from "@/lib/client/browser/preferences"
import { preferences } from "@/lib/client/browser/preferences-store"
import { useNow } from "@/lib/client/browser/use-now"
import { useStore } from "@/lib/client/browser/use-store"
import { Layouts } from "./layouts"
import { checklistDialog } from "@/lib/client/bundle/checklist-dialog"
import { totalOf } from "@/lib/client/bundle/total"
import { dollars } from "@/lib/client/format/money"
import type { PurchaseClient } from "@/lib/client/purchase-client"
import { checklistMark } from "@/lib/client/versions/checklist-mark"
import { walletStore } from "@/lib/client/wallet/wallet-store"
import { COINS } from "@/lib/domain/market/coin"

type ChecklistDialogProps = { readonly offers: readonly PanelOffer[] }

/** All panels with their changes since yesterday, pinned panels first, and one button that buys the chosen panels. */
export function ChecklistDialog({ offers }: ChecklistDialogProps) {
  const client = usePurchaseClient()
  return (
    <Dialog open title="Your panels" onClose={close}>
      {client ? (
        <Checklist client={client} offers={offers} />
      ) : (
        <output className="hint">Loading your purchases…</output>
      )}
      <Layout />
      <Layouts />
    </Dialog>
  )
}

function Checklist({ client, offers }: ChecklistDialogProps & { readonly client: PurchaseClient }) {
  const { pinned } = useStore(preferences)
  const { wallet } = useStore(walletStore)
  const receipts = useStore(client.receipts)
  const versions = useStore(client.versions)
  const nowMs = useNow()
  const router = useRouter()
  const [announcement, announce] = useState("")
  // At first the pinned panels are chosen, or those that were bought before. Nothing else is chosen for the reader.
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(() => {
    const products = offers.map(({ product }) => product)
    const bought = products.filter((product) => newestReceipt(receipts, product, { wallet }) !== null)
    return new Set(pinned.length > 0 ? pinned : bought.map(({ id }) => id))
  })
  const listed = pinnedFirst(
    offers.map(({ product, href }) => ({ id: product.id, product, href })),
    pinned,
  )
  const chosen = listed.filter(({ id }) => chosenIds.has(id)).map(({ product }) => product)
  const choose = (id: string, isChosen: boolean) => {
    setChosenIds((before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id)))
  }
  const changePins = (next: string[], { id, title }: PanelOffer["product"]) => {
    preferences.change({ pinned: next })
    router.refresh()
    const place = next.indexOf(id)
    announce(place < 0 ? `${title} is no longer pinned` : `${title} is pinned, ${place + 1} of ${next.length}`)
  }
  return (
    <>
      <ul className="checklist">
        {listed.map(({ id, product, href }) => {
          const { title, path, price } = product
          const owned = newestReceipt(receipts, product, { wallet })
          const isPinned = pinned.includes(id)
          return (
            <li key={id}>
              <label className="check">
                <input
                  type="checkbox"
                  checked={chosenIds.has(id)}
                  onChange={(event) => choose(id, event.target.checked)}
                />
                <span>
                  {title} · {dollars(price)}
                  <small>{checklistMark(versions, { path, owned, nowMs })}</small>
                </span>
              </label>
              {isPinned ? (
                <>
                  <MoveButton
                    name={`Move ${title} up`}
                    sign="↑"
                    move={() => changePins(movePin(pinned, id, -1), product)}
                  />
                  <MoveButton
                    name={`Move ${title} down`}
                    sign="↓"
                    move={() => changePins(movePin(pinned, id, 1), product)}
                  />
                </>
              ) : null}
              <button
                className="button"
                type="button"
                aria-label={`Pin ${title}`}
                aria-pressed={isPinned}
                onClick={() => changePins(togglePin(pinned, id), product)}
              >
                {isPinned ? "Pinned" : "Pin"}
              </button>
              <Link prefetch={false} href={href} aria-label={`Go to ${title}`} onClick={close}>
                Go
              </Link>
            </li>
          )
        })}
      </ul>
      <output className="visually-hidden">{announcement}</output>
      {chosen.length === 0 ? (
        <p className="hint">
          Choose the panels to buy. All {offers.length} cost {dollars(totalOf(offers.map(({ product }) => product)))}.
        </p>
      ) : (
        <section className="bundle" aria-label="Chosen panels at once">
          <Bundle client={client} key={chosen.map(({ id }) => id).join(" ")} products={chosen} isChoice />
        </section>
      )}
    </>
  )
}

type MoveButtonProps = { readonly name: string; readonly sign: string; readonly move: () => void }

function MoveButton({ name, sign, move }: MoveButtonProps) {
  return (
    <button className="icon-button" type="button" aria-label={name} onClick={move}>
      <span aria-hidden="true">{sign}</span>
    </button>
  )
}

const coinOptions = COINS.map((coin) => ({ name: coin, value: coin }))
const densityOptions: readonly { readonly name: string; readonly value: Preferences["density"] }[] = [
  { name: "Comfortable", value: "comfortable" },
  { name: "Compact", value: "compact" },
]

function Layout() {
  const { coin, density } = useStore(preferences)
  const router = useRouter()
  const chooseCoin = (next: Preferences["coin"]) => {
    preferences.change({ coin: next })
    router.refresh()
  }
  return (
    <dl className="facts">
      <dt>Default coin</dt>
      <dd>
        <Chips label="Default coin" options={coinOptions} value={coin} onChoose={chooseCoin} />
      </dd>
      <dt>Density</dt>
      <dd>
        <Chips label="Density" options={densityOptions} value={density} onChoose={chooseDensity} />
      </dd>
    </dl>
  )
}

function chooseDensity(density: Preferences["density"]): void {
  preferences.change({ density })
  document.documentElement.dataset["density"] = density
}

function close(): void {
  checklistDialog.set(false)
}
