"use client"

import { type ReactNode, useId, useState } from "react"
import { useEngine } from "@/components/shell/app-context"
import { useMaybeStore } from "@/lib/client/browser/use-store"
import { PaidPanel } from "./paid-panel"
import { type Offer, preferredOffer } from "./preferred-offer"

type ChoicePanelProps = { readonly label: string; readonly offers: readonly Offer[]; readonly preview: ReactNode }

/** One panel for several questions to the same endpoint. Choosing costs nothing; each answer is bought on its own. */
export function ChoicePanel({ label, offers, preview }: ChoicePanelProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const name = useId()
  const attempts = useMaybeStore(useEngine()?.attempts ?? null)
  // Chosen once, when it is known what is in doubt: an answer that comes later does not turn the page.
  if (chosen === null && attempts !== null) setChosen(preferredOffer(offers, attempts)?.name ?? null)
  const offer = offers.find((one) => one.name === chosen) ?? preferredOffer(offers, [])
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
            checked={one === offer}
            onChange={() => setChosen(one.name)}
          />
          {one.name}
        </label>
      ))}
    </fieldset>
  )
  return <PaidPanel product={offer.product} owned={offer.owned} preview={preview} choice={choice} />
}
