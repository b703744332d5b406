import { Panel, PanelWithChoice } from "@/app/(dashboard)/_parts/panel"
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
        <PanelWithChoice
          id="geo_events"
          choices={[
            {
              label: "Time",
              param: "hours",
              options: [
                { name: "24 hours", value: "24" },
                { name: "3 days", value: null },
                { name: "7 days", value: "168" },
              ],
            },
          ]}
        />
      </div>
    </>
  )
}
