import { SealedBoard, StatsBoard } from "@/components/panels/record/late-boards"
import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { requireScreen, screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"
import { contractOf } from "@/app/(dashboard)/_parts/served"

export const metadata = screenMetadata("/track-record")

export default function TrackRecordPage() {
  requireScreen("/track-record")
  return (
    <>
      <ScreenHead href="/track-record" />
      <div className="panels whole">
        <div className="record">
          <StatsBoard />
        </div>
      </div>
      <div className="panels whole">{contractOf("arena_snapshot") ? <SealedBoard /> : null}</div>
    </>
  )
}
