import { Panel } from "@/app/(dashboard)/_parts/panel"
import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { requireScreen, screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"

export const metadata = screenMetadata("/dex")

export default function DexPage() {
  requireScreen("/dex")
  return (
    <>
      <ScreenHead href="/dex" />
      <div className="panels whole">
        <Panel id="dex_alpha" />
      </div>
    </>
  )
}
