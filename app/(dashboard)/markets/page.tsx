import { Panel } from "@/app/(dashboard)/_parts/panel"
import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { requireScreen, screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"

export const metadata = screenMetadata("/markets")

export default function MarketsPage() {
  requireScreen("/markets")
  return (
    <>
      <ScreenHead href="/markets" />
      <div className="panels whole">
        <Panel id="market_overview" />
        <Panel id="market_etf" />
      </div>
    </>
  )
}
