import { ReceiptList } from "@/components/receipts/receipt-list"
import { ScreenHead } from "@/app/(dashboard)/_parts/screen-head"
import { screenMetadata } from "@/app/(dashboard)/_parts/screen-metadata"

export const metadata = screenMetadata("/receipts")

export default function ReceiptsPage() {
  return (
    <>
      <ScreenHead href="/receipts" />
      <ReceiptList />
    </>
  )
}
