import type { RefObject } from "react"
import { useFocusFallback } from "@/components/ui/use-focus-fallback"
import { useStore } from "@/lib/client/browser/use-store"
import { walletStore } from "@/lib/client/wallet/wallet-store"

/** The way to a wallet that waits in another app, on a device that may hold both. */
export function OpenWallet({ focusFallback }: { readonly focusFallback: RefObject<HTMLElement | null> }) {
  const link = useFocusFallback<HTMLAnchorElement>(focusFallback)
  const { wallet } = useStore(walletStore)
  if (!wallet || wallet.appHref === null) return null
  // A scheme of its own opens no page: a tab for it would stay behind, empty.
  const target = wallet.appHref.startsWith("https:") ? "_blank" : undefined
  return (
    <p className="panel-actions open-wallet">
      <a className="button" ref={link} href={wallet.appHref} rel="noreferrer" target={target}>
        Open {wallet.name}
      </a>
    </p>
  )
}
