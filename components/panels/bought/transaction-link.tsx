import { useAppConfig } from "@/components/app/app-context"

/** A transaction, to be looked up where the network has an explorer. */
export function TransactionLink({ transaction }: { readonly transaction: string }) {
  const { explorerUrl } = useAppConfig()
  if (explorerUrl === null) return transaction
  return (
    <a href={`${explorerUrl}/tx/${transaction}`} rel="noreferrer" target="_blank">
      {transaction}
    </a>
  )
}
