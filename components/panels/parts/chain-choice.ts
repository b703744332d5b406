import type { Choice } from "@/components/panels/panel"
import { YIELD_CHAINS } from "@/lib/domain/defi/asset-class"

export function chainChoice(param: string): Choice {
  const chains = YIELD_CHAINS.map((name) => ({ name, value: name }))
  return { label: "Chain", param, options: [{ name: "All chains", value: null }, ...chains] }
}
