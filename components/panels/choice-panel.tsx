"use client"

import { useSearchParams } from "next/navigation"
import { type ReactNode, useState } from "react"
import { usePurchaseClient } from "@/components/app/app-context"
import { Chips } from "@/components/ui/chips"
import { useMaybeStore } from "@/lib/client/browser/use-store"
import { PaidPanel } from "./paid-panel"
import type { PanelProduct } from "@/components/panels/product/panel-product"
import type { ProductParams } from "@/components/panels/product/product-of"
import {
  choicesInQuery,
  type Choice,
  preferredChoices,
  productWithChoices,
  queryWithChoices,
} from "@/components/panels/product/choices"
import { usePurchaseInProgress } from "./use-purchase-in-progress"

type ChoicePanelProps = {
  /** As it answers what nobody chose. */
  readonly product: PanelProduct
  readonly choices: readonly Choice[]
  /** Ids of products whose answers this browser is known to hold. */
  readonly owned: readonly string[]
  readonly preview: ReactNode
}

/**
 * One panel for several questions to the same endpoint. Choosing costs nothing; each answer is bought on its own. What was
 * chosen stands in the page's address, to be shared and come back to.
 */
export function ChoicePanel({ product, choices, owned, preview }: ChoicePanelProps) {
  const query = useSearchParams()
  const search = query.toString()
  const [chosen, setChosen] = useState<ProductParams | null>(() => choicesInQuery(query, choices))
  // The address as it was read last, and as this panel wrote it, which the router tells of a moment later.
  const [address, setAddress] = useState({ read: search, written: search })
  const client = usePurchaseClient()
  const attempts = useMaybeStore(client?.attempts ?? null)
  const preferred = (inDoubt: readonly string[]) => preferredChoices(product.endpoint, choices, [...inDoubt, ...owned])
  // Chosen once, when it is known what is in doubt: an answer that comes later does not turn the page.
  if (chosen === null && attempts !== null) setChosen(preferred(attempts.map(({ productId }) => productId)))
  const params = chosen ?? preferred([])
  const choose = (param: string, value: string | null) => {
    const { [param]: _, ...others } = params
    const next = value === null ? others : { ...others, [param]: value }
    setChosen(next)
    const { pathname, search: before, hash } = window.location
    const written = queryWithChoices(before, choices, next)
    setAddress({ read: search, written: new URLSearchParams(written).toString() })
    window.history.replaceState(null, "", `${pathname}${written}${hash}`)
  }
  const asked = productWithChoices(product, choices, params)
  const isFixed = usePurchaseInProgress(asked)
  if (address.read !== search && !isFixed) {
    setAddress({ read: search, written: search })
    // Somebody went elsewhere on this screen, by a link or by going back.
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
  return <PaidPanel product={asked} owned={owned.includes(asked.id)} preview={preview} choice={choice} />
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
    <select
      className="field"
      aria-label={choice.label}
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
  )
}
