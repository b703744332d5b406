import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { requireScreen, screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"
import { ScreenPanels } from "@/app/(dashboard)/_parts/screen-panels"

export const metadata = screenMetadata("/defi")

export default function DefiPage() {
  requireScreen("/defi")
  return (
    <>
      <ScreenHead href="/defi" />
      <div className="panels whole">
        <ScreenPanels href="/defi" />
      </div>
    </>
  )
}
