import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { requireScreen, screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"
import { ScreenPanels } from "@/app/(dashboard)/_parts/screen-panels"

export const metadata = screenMetadata("/markets")

export default function MarketsPage() {
  requireScreen("/markets")
  return (
    <>
      <ScreenHead href="/markets" />
      <div className="panels whole">
        <ScreenPanels href="/markets" />
      </div>
    </>
  )
}
