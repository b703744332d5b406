import { Panel } from "@/app/(dashboard)/_parts/panel"
import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { requireScreen, screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"

export const metadata = screenMetadata("/defi")

export default function DefiPage() {
  requireScreen("/defi")
  return (
    <>
      <ScreenHead href="/defi" />
      <div className="panels whole">
        <Panel id="defi_recommend" />
        <Panel id="yields" />
      </div>
    </>
  )
}
