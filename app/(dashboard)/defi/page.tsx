import { PanelWithChoice } from "@/app/(dashboard)/_parts/panel"
import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { requireScreen, screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"
import type { Choice } from "@/components/panels/product/choices"
import { YIELD_CHAINS } from "@/lib/domain/defi/asset-class"

export const metadata = screenMetadata("/defi")

const riskProfile: Choice = {
  label: "Risk profile",
  param: "risk",
  options: [
    { name: "Conservative", value: "conservative" },
    { name: "Moderate", value: null },
    { name: "Aggressive", value: "aggressive" },
  ],
}

const amount: Choice = {
  label: "Amount",
  param: "capital",
  options: [
    { name: "$1,000", value: "1000" },
    { name: "$10,000", value: null },
    { name: "$100,000", value: "100000" },
    { name: "$1,000,000", value: "1000000" },
  ],
}

const pools: Choice = {
  label: "Pools",
  param: "asset_class",
  options: [
    { name: "All", value: null },
    { name: "Stablecoins", value: "stablecoin" },
    { name: "Blue-chips", value: "bluechip" },
  ],
}

function chainAs(param: string): Choice {
  const chains = YIELD_CHAINS.map((name) => ({ name, value: name }))
  return { label: "Chain", param, options: [{ name: "All chains", value: null }, ...chains] }
}

export default function DefiPage() {
  requireScreen("/defi")
  return (
    <>
      <ScreenHead href="/defi" />
      <div className="panels whole">
        <PanelWithChoice id="defi_recommend" choices={[riskProfile, amount, chainAs("chains")]} />
        <PanelWithChoice id="yields" choices={[pools, chainAs("chain")]} />
      </div>
    </>
  )
}
