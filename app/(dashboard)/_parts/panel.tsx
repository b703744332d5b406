import { cookies } from "next/headers"
import { panelOf, soldOf } from "@/components/panels"
import { ChoicePanel } from "@/components/panels/choice-panel"
import { PaidPanel } from "@/components/panels/paid-panel"
import { endpointOf } from "@/components/panels/product/panel-product"
import { Preview } from "@/components/panels/previews"
import { productOf, type ProductParams } from "@/components/panels/product/product-of"
import { OWNED_COOKIE, parseOwned } from "@/lib/client/purchase/owned-cookie"
import { contractOf } from "./served"

type PanelProps = {
  readonly id: string
  readonly params?: ProductParams
  /** The panel has one block size in every state: the answer shows its decision first and the rest behind one button. */
  readonly compact?: boolean
}

/** A panel for a paid endpoint. Renders nothing if this deployment does not serve the endpoint. */
export async function Panel({ id, params, compact = false }: PanelProps) {
  const contract = contractOf(id)
  const sold = contract && soldOf(contract)
  const panel = panelOf(id)
  if (!sold || !panel) return null
  const { decisionLine, preview, choices, heightRem } = panel
  const product = productOf(sold, params ?? {})
  const owned = parseOwned((await cookies()).get(OWNED_COOKIE)?.value)
  const texts = { preview: <Preview rows={preview} />, decisionLine, heightRem }
  if (choices === undefined) {
    return <PaidPanel product={product} owned={owned.has(product.id)} compact={compact} {...texts} />
  }
  const ownedChoices = [...owned].filter((productId) => endpointOf(productId) === id)
  return <ChoicePanel product={product} choices={choices} owned={ownedChoices} compact={compact} {...texts} />
}
