import { Panel } from "@/app/(dashboard)/_parts/panel"
import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { requireScreen, screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"

export const metadata = screenMetadata("/institutions")

export default function InstitutionsPage() {
  requireScreen("/institutions")
  return (
    <>
      <ScreenHead href="/institutions" />
      <div className="panels whole">
        <Panel id="institutions" />
      </div>
    </>
  )
}
