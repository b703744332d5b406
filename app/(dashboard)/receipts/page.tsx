import { panels } from "@/components/panels"
import { ReceiptList } from "@/components/receipts/receipt-list"
import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"
import { pricesById } from "@/app/(dashboard)/_parts/served"

export const metadata = screenMetadata("/receipts")

export default function ReceiptsPage() {
  return (
    <>
      <ScreenHead href="/receipts" />
      <ReceiptList prices={pricesById} screens={Object.fromEntries(panels.map(({ id, screen }) => [id, screen]))} />
    </>
  )
}
