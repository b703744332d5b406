"use client"

import { useSearchParams } from "next/navigation"
import { type ComponentProps, useState } from "react"
import { usePurchaseClient } from "@/components/app/app-context"
import { Chips } from "@/components/ui/chips"
import { replaceAddress } from "@/lib/client/browser/replace-address"
import { useMaybeStore } from "@/lib/client/browser/use-store"
import { PaidPanel } from "./paid-panel"
import type { PanelProduct } from "@/components/panels/product/panel-product"
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
} & Pick<ComponentProps<typeof PaidPanel>, "preview" | "decisionLine" | "heightRem">

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
  const asked = productWithChoices(product, choices, params)
  const isFixed = usePurchaseInProgress(asked)
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
  return <PaidPanel product={asked} owned={owned.includes(asked.id)} {...texts} choice={choice} />
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
