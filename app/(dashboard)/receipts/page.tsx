import type { Metadata } from "next"
import { ReceiptList } from "@/components/panels/receipt-list"

export const metadata: Metadata = { title: "Receipts" }

export default function ReceiptsPage() {
  return (
    <>
      <div className="page-head">
        <h1>Receipts</h1>
        <p>
          Every answer bought with this browser, newest first. They are kept here and nowhere else; export what you want
          to keep.
        </p>
      </div>
      <ReceiptList />
    </>
  )
}
