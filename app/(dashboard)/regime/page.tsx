import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { requireScreen, screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"
import { ScreenPanels } from "@/app/(dashboard)/_parts/screen-panels"

export const metadata = screenMetadata("/regime")

export default function RegimePage() {
  requireScreen("/regime")
  return (
    <>
      <ScreenHead href="/regime" />
      <div className="panels whole">
        <ScreenPanels href="/regime" />
      </div>
    </>
  )
}
