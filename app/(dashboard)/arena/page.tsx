import { ArenaBoard } from "@/components/panels/record/late-boards"
import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { requireScreen, screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"

export const metadata = screenMetadata("/arena")

export default function ArenaPage() {
  requireScreen("/arena")
  return (
    <>
      <ScreenHead href="/arena" />
      <div className="panels whole">
        <div className="record">
          <ArenaBoard />
        </div>
      </div>
    </>
  )
}
