import { PanelWithChoice } from "@/app/(dashboard)/_parts/panel"
import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { requireScreen, screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"

export const metadata = screenMetadata("/dex")

export default function DexPage() {
  requireScreen("/dex")
  return (
    <>
      <ScreenHead href="/dex" />
      <div className="panels whole">
        <PanelWithChoice
          id="dex_alpha"
          choices={[
            {
              label: "Tokens",
              param: "include_boosted",
              options: [
                { name: "All", value: null },
                { name: "Without paid boosts", value: "false" },
              ],
            },
          ]}
        />
      </div>
    </>
  )
}
