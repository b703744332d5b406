"use client"

import { useSearchParams } from "next/navigation"
import { type ComponentProps, useMemo, useState } from "react"
import { usePurchaseClient } from "@/components/app/app-context"
import { Chips } from "@/components/ui/chips"
import { replaceAddress } from "@/lib/client/browser/replace-address"
import { useMaybeStore } from "@/lib/client/browser/use-store"
import { dollars } from "@/lib/client/format/money"
import { PaidPanel } from "./paid-panel"
import type { PanelProduct } from "@/components/panels/product/panel-product"
import { type OwnedRows, useOwnedRows } from "@/components/panels/product/owned-rows"
import type { ProductParams } from "@/components/panels/product/product-of"
import type { Choice } from "./panel"
import {
  choicesInQuery,
  preferredChoices,
  productWithChoices,
  queryWithChoices,
} from "@/components/panels/product/choices"
import { usePurchaseInProgress } from "./use-purchase-in-progress"

type ChoicePanelProps = {
  /** The product with default parameters. */
  readonly product: PanelProduct
  readonly choices: readonly Choice[]
  /** Ids of products that this browser owns. */
  readonly owned: readonly string[]
} & Pick<ComponentProps<typeof PaidPanel>, "preview" | "decisionLine" | "heightRem" | "compact">

/**
 * One panel for an endpoint with selectable parameters. Choosing is free; each answer is bought separately. The choice
 * is kept in the page's URL, so it can be shared.
 */
export function ChoicePanel({ product, choices, owned, ...texts }: ChoicePanelProps) {
  const query = useSearchParams()
  const search = query.toString()
  const [chosen, setChosen] = useState<ProductParams | null>(() => choicesInQuery(query, choices))
  // The URL as last read, and as written by this panel. The router reports a written URL later.
  const [address, setAddress] = useState({ read: search, written: search })
  const client = usePurchaseClient()
  const attempts = useMaybeStore(client?.attempts ?? null)
  const preferred = (unconfirmed: readonly string[]) =>
    preferredChoices(product.endpoint, choices, [...unconfirmed, ...owned])
  // Set once, when the unfinished payments are known. A later answer does not change the selection.
  if (chosen === null && attempts !== null) setChosen(preferred(attempts.map(({ productId }) => productId)))
  const params = chosen ?? preferred([])
  const choose = (param: string, value: string | null) => {
    const { [param]: _, ...others } = params
    const next = value === null ? others : { ...others, [param]: value }
    setChosen(next)
    const { pathname, search: before, hash } = window.location
    const written = queryWithChoices(before, choices, next)
    setAddress({ read: search, written: new URLSearchParams(written).toString() })
    replaceAddress(`${pathname}${written}${hash}`)
  }
  const asked = useMemo(() => productWithChoices(product, choices, params), [product, choices, params])
  const isBuying = usePurchaseInProgress(asked)
  const found = useOwnedRows(asked)
  const [boughtWhole, setBoughtWhole] = useState<string | null>(null)
  const rows = isBuying || boughtWhole === asked.id ? null : found
  const shown = rows === null ? asked : ownedProduct(product, rows.productId)
  const isFixed = usePurchaseInProgress(shown)
  if (address.read !== search && !isFixed) {
    setAddress({ read: search, written: search })
    // The URL changed by a link or by the back button.
    if (address.written !== search) setChosen(choicesInQuery(query, choices))
  }
  const choice = (
    <div className="choices">
      {choices.map((one) => {
        const Control = one.options.length > MAX_CHIPS ? SelectControl : ChipsControl
        const value = params[one.param] ?? null
        const onChoose = (next: string | null) => choose(one.param, next)
        return <Control choice={one} key={one.param} value={value} disabled={isFixed} onChoose={onChoose} />
      })}
    </div>
  )
  const part = rows && {
    key: asked.id,
    body: rows.body,
    note: <PartNote rows={rows} price={asked.price} buyWhole={() => setBoughtWhole(asked.id)} />,
  }
  return <PaidPanel product={shown} owned={owned.includes(shown.id)} {...texts} choice={choice} part={part} />
}

/** The product of an owned answer of this panel. */
function ownedProduct(product: PanelProduct, id: string): PanelProduct {
  const [, query] = id.split("?")
  return { ...product, id, path: query === undefined ? product.path : `${product.path}?${query}` }
}

type PartNoteProps = { readonly rows: OwnedRows; readonly price: string; readonly buyWhole: () => void }

/** A filter over owned rows is free. If the owned list ends before, the reader decides about the rest. */
function PartNote({ rows, price, buyWhole }: PartNoteProps) {
  if (rows.isComplete) return <p className="hint">Filtered from the answer that you own, free.</p>
  return (
    <p className="hint">
      The matching rows of the answer that you own, free. The service may list more.{" "}
      <button className="button" type="button" onClick={buyWhole}>
        See the complete list for {dollars(price)}
      </button>
    </p>
  )
}

const MAX_CHIPS = 3

type ControlProps = {
  readonly choice: Choice
  readonly value: string | null
  readonly disabled: boolean
  readonly onChoose: (value: string | null) => void
}

function ChipsControl({ choice: { label, options }, value, disabled, onChoose }: ControlProps) {
  return <Chips label={label} options={options} value={value} disabled={disabled} onChoose={onChoose} />
}

function SelectControl({ choice, value, disabled, onChoose }: ControlProps) {
  return (
    <label>
      {choice.label}
      <select
        className="field"
        value={value ?? ""}
        disabled={disabled}
        onChange={(event) => onChoose(event.target.value === "" ? null : event.target.value)}
      >
        {choice.options.map((option) => (
          <option key={option.name} value={option.value ?? ""}>
            {option.name}
          </option>
        ))}
      </select>
    </label>
  )
}
