import { StatusBoard, StatusHistory } from "@/components/panels/status/late-boards"
import { documents } from "@/components/shell/documents"
import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"
import { contractOf } from "@/app/(dashboard)/_parts/served"

export const metadata = screenMetadata("/status")

export default function StatusPage() {
  return (
    <>
      <ScreenHead href="/status" />
      <div className="panels whole pair">
        <StatusBoard />
        {contractOf("status") ? <StatusHistory /> : null}
      </div>
      <p className="section-foot">
        Machine-readable: <a href={documents.health}>{documents.health}</a>
      </p>
    </>
  )
}
