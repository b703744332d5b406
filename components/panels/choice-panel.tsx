"use client"

import { type ReactNode, useId, useState } from "react"
import { PaidPanel } from "./paid-panel"
import type { PanelProduct } from "./panel-product"

type Offer = { readonly name: string; readonly product: PanelProduct; readonly owned: boolean }

type ChoicePanelProps = { readonly label: string; readonly offers: readonly Offer[]; readonly preview: ReactNode }

/** One panel for several questions to the same endpoint. Choosing costs nothing; each answer is bought on its own. */
export function ChoicePanel({ label, offers, preview }: ChoicePanelProps) {
  const [chosen, setChosen] = useState(() => (offers.find(({ owned }) => owned) ?? offers[0])?.name)
  const name = useId()
  const offer = offers.find((offer) => offer.name === chosen)
  if (!offer) return null
  const choice = (
    <fieldset className="filters">
      <legend className="visually-hidden">{label}</legend>
      {offers.map((one) => (
        <label className="chip-button" key={one.name}>
          <input
            className="visually-hidden"
            type="radio"
            name={name}
            checked={one.name === chosen}
            onChange={() => setChosen(one.name)}
          />
          {one.name}
        </label>
      ))}
    </fieldset>
  )
  return (
    <PaidPanel key={offer.product.id} product={offer.product} owned={offer.owned} preview={preview} choice={choice} />
  )
}
