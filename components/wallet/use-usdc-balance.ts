import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useEffectEvent } from "react"
import { useReadContract } from "wagmi"
import { useAppConfig, usePurchaseClient } from "@/components/app/app-context"
import { useStore } from "@/lib/client/browser/use-store"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { balanceAbi } from "@/lib/client/wallet/usdc-abi"

const REFRESH_MS = 30_000

type UsdcBalance = {
  /** Atomic USDC; `null` while unknown. */
  readonly balance: bigint | null
  /** Reads the balance now; `null` on failure. */
  readonly refetchBalance: () => Promise<bigint | null>
}

type Account = { readonly address: `0x${string}` | undefined; readonly connected: boolean }

/** The USDC balance, read every 30 seconds while connected and after each purchase. */
export function useUsdcBalance({ address, connected }: Account): UsdcBalance {
  const config = useAppConfig()
  const client = usePurchaseClient()
  const queries = useQueryClient()
  const { data, refetch } = useReadContract({
    address: config.usdc.address,
    abi: balanceAbi,
    functionName: "balanceOf",
    args: address ? [address] : undefined,
    chainId: config.chainId,
    query: { enabled: connected, refetchInterval: REFRESH_MS },
  })

  // A read under way would be reused, but it may have started before the payment.
  const refetchBalance = async () => {
    await queries.cancelQueries({ queryKey: ["readContract"] })
    const read = await refetch()
    return read.isSuccess ? read.data : null
  }

  const receiptCount = useStore(client?.receipts ?? noReceipts).length
  const refreshAfterPurchase = useEffectEvent(() => void refetchBalance())
  useEffect(() => {
    if (receiptCount > 0) refreshAfterPurchase()
  }, [receiptCount])
  return { balance: data ?? null, refetchBalance }
}

const none: readonly Receipt[] = []
const noReceipts = { get: () => none, subscribe: () => () => undefined }
