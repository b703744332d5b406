import { cookies } from "next/headers"
import { ChoicePanel } from "@/components/panels/choice-panel"
import { PaidPanel } from "@/components/panels/paid-panel"
import { Preview } from "@/components/panels/previews"
import { productOf, type ProductParams } from "@/components/panels/product-of"
import { isPaid } from "@/lib/api/contract"
import { OWNED_COOKIE, parseOwned } from "@/lib/client/browser/owned-cookie"
import { contractOf } from "./served"

type PanelProps = { readonly id: string; readonly params?: ProductParams }

/** A panel for a paid endpoint, or nothing where this deployment does not serve it. */
export async function Panel({ id, params }: PanelProps) {
  const contract = contractOf(id)
  if (!contract || !isPaid(contract)) return null
  const product = productOf(contract, params ?? {})
  return <PaidPanel product={product} owned={(await owned()).has(product.id)} preview={<Preview endpoint={id} />} />
}

type ChoiceProps = {
  readonly id: string
  /** What is chosen: `Fund`. */
  readonly label: string
  readonly choices: readonly { readonly name: string; readonly params: ProductParams }[]
}

/** The same for an endpoint that answers one of several questions. */
export async function PanelWithChoice({ id, label, choices }: ChoiceProps) {
  const contract = contractOf(id)
  if (!contract || !isPaid(contract)) return null
  const held = await owned()
  const offers = choices.map(({ name, params }) => {
    const product = productOf(contract, params)
    return { name, product, owned: held.has(product.id) }
  })
  return <ChoicePanel label={label} offers={offers} preview={<Preview endpoint={id} />} />
}

async function owned(): Promise<ReadonlySet<string>> {
  return parseOwned((await cookies()).get(OWNED_COOKIE)?.value)
}
