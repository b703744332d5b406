import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { requireScreen, screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"
import { ScreenPanels } from "@/app/(dashboard)/_parts/screen-panels"

export const metadata = screenMetadata("/dex")

export default function DexPage() {
  requireScreen("/dex")
  return (
    <>
      <ScreenHead href="/dex" />
      <div className="panels whole">
        <ScreenPanels href="/dex" />
      </div>
    </>
  )
}
