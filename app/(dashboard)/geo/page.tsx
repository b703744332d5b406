import { Panel } from "@/app/(dashboard)/_parts/panel"
import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { requireScreen, screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"

export const metadata = screenMetadata("/geo")

export default function GeoPage() {
  requireScreen("/geo")
  return (
    <>
      <ScreenHead href="/geo" />
      <div className="panels aside-first aside-stays">
        <Panel id="geo_alert" />
        <Panel id="geo_events" />
      </div>
    </>
  )
}
