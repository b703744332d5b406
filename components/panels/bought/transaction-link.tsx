import { useAppConfig } from "@/components/app/app-context"

/** A transaction hash, linked to the explorer if the network has one. */
export function TransactionLink({ transaction }: { readonly transaction: string }) {
  const { explorerUrl } = useAppConfig()
  if (explorerUrl === null) return transaction
  return (
    <a href={`${explorerUrl}/tx/${transaction}`} rel="noreferrer" target="_blank">
      {transaction}
    </a>
  )
}
