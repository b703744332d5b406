import { PanelWithChoice } from "@/app/(dashboard)/_parts/panel"
import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { requireScreen, screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"

export const metadata = screenMetadata("/defi")

export default function DefiPage() {
  requireScreen("/defi")
  return (
    <>
      <ScreenHead href="/defi" />
      <div className="panels whole">
        <PanelWithChoice
          id="defi_recommend"
          label="Risk profile"
          choices={[
            { name: "Moderate", params: {} },
            { name: "Conservative", params: { risk: "conservative" } },
            { name: "Aggressive", params: { risk: "aggressive" } },
          ]}
        />
        <PanelWithChoice
          id="yields"
          label="Pools"
          choices={[
            { name: "All", params: {} },
            { name: "Stablecoins", params: { asset_class: "stablecoin" } },
            { name: "Blue-chips", params: { asset_class: "bluechip" } },
          ]}
        />
      </div>
    </>
  )
}
