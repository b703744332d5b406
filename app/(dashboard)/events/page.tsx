import { Panel } from "@/app/(dashboard)/_parts/panel"
import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { requireScreen, screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"

export const metadata = screenMetadata("/events")

export default function EventsPage() {
  requireScreen("/events")
  return (
    <>
      <ScreenHead href="/events" />
      <div className="panels whole">
        <Panel id="events" />
      </div>
    </>
  )
}
