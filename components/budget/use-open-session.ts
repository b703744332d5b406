import { usePurchaseClient } from "@/components/app/app-context"
import { useMaybeStore, useStore } from "@/lib/client/browser/use-store"
import { walletStore } from "@/lib/client/wallet/wallet-store"
import type { OpenSession } from "@/lib/client/sessions/sessions"

/** The open session of the connected wallet; `null` without one. */
export function useOpenSession(): OpenSession | null {
  const client = usePurchaseClient()
  const sessions = useMaybeStore(client?.sessions.list ?? null)
  const { wallet } = useStore(walletStore)
  return wallet && client && sessions ? client.sessions.openOf(wallet.address) : null
}
