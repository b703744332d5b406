import { cookies } from "next/headers"
import { ChoicePanel } from "@/components/panels/choice-panel"
import { PaidPanel } from "@/components/panels/paid-panel"
import { endpointOf } from "@/components/panels/product/panel-product"
import { decides } from "@/components/panels/decides"
import { Preview } from "@/components/panels/previews"
import { productOf, type ProductParams } from "@/components/panels/product/product-of"
import type { Choice } from "@/components/panels/product/choices"
import { isPaid } from "@/lib/api/contract"
import { OWNED_COOKIE, parseOwned } from "@/lib/client/purchase/owned-cookie"
import { contractOf } from "./served"

type PanelProps = {
  readonly id: string
  readonly params?: ProductParams
  /** The answer shows its decision first and the rest behind one button. */
  readonly compact?: boolean
}

/** A panel for a paid endpoint. Renders nothing if this deployment does not serve the endpoint. */
export async function Panel({ id, params, compact = false }: PanelProps) {
  const contract = contractOf(id)
  if (!contract || !isPaid(contract)) return null
  const product = productOf(contract, params ?? {})
  const isOwned = (await owned()).has(product.id)
  return (
    <PaidPanel
      product={product}
      owned={isOwned}
      compact={compact}
      preview={<Preview endpoint={id} />}
      decides={decides[id] ?? ""}
    />
  )
}

type ChoiceProps = { readonly id: string; readonly choices: readonly Choice[] }

/** A panel for an endpoint with selectable parameters. */
export async function PanelWithChoice({ id, choices }: ChoiceProps) {
  const contract = contractOf(id)
  if (!contract || !isPaid(contract)) return null
  const held = [...(await owned())].filter((productId) => endpointOf(productId) === id)
  return (
    <ChoicePanel
      product={productOf(contract)}
      choices={choices}
      owned={held}
      preview={<Preview endpoint={id} />}
      decides={decides[id] ?? ""}
    />
  )
}

async function owned(): Promise<ReadonlySet<string>> {
  return parseOwned((await cookies()).get(OWNED_COOKIE)?.value)
}
