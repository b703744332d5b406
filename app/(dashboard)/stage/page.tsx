import { StagePage } from "@/components/stage/late-stage"
import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"

export const metadata = screenMetadata("/stage")

export default function StageScreen() {
  return (
    <>
      <ScreenHead href="/stage" />
      <StagePage />
    </>
  )
}
