import { StatusBoard } from "@/components/panels/status-board"
import { documents } from "@/components/shell/documents"
import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"

export const metadata = screenMetadata("/status")

export default function StatusPage() {
  return (
    <>
      <ScreenHead href="/status" />
      <StatusBoard />
      <p className="section-foot">
        The same for programs: <a href={documents.health}>{documents.health}</a>
      </p>
    </>
  )
}
