import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { requireScreen, screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"
import { ScreenPanels } from "@/app/(dashboard)/_parts/screen-panels"

export const metadata = screenMetadata("/geo")

export default function GeoPage() {
  requireScreen("/geo")
  return (
    <>
      <ScreenHead href="/geo" />
      <div className="panels aside-first aside-stays">
        <ScreenPanels href="/geo" />
      </div>
    </>
  )
}
