import { Panel } from "@/app/(dashboard)/_parts/panel"
import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { requireScreen, screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"

export const metadata = screenMetadata("/regime")

export default function RegimePage() {
  requireScreen("/regime")
  return (
    <>
      <ScreenHead href="/regime" />
      <div className="panels whole">
        <Panel id="regime" />
      </div>
    </>
  )
}
