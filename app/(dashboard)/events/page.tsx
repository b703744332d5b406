import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { requireScreen, screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"
import { ScreenPanels } from "@/app/(dashboard)/_parts/screen-panels"

export const metadata = screenMetadata("/events")

export default function EventsPage() {
  requireScreen("/events")
  return (
    <>
      <ScreenHead href="/events" />
      <div className="panels whole">
        <ScreenPanels href="/events" />
      </div>
    </>
  )
}
