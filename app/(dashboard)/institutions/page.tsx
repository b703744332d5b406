import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { requireScreen, screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"
import { ScreenPanels } from "@/app/(dashboard)/_parts/screen-panels"

export const metadata = screenMetadata("/institutions")

export default function InstitutionsPage() {
  requireScreen("/institutions")
  return (
    <>
      <ScreenHead href="/institutions" />
      <div className="panels whole">
        <ScreenPanels href="/institutions" />
      </div>
    </>
  )
}
