import type { RefObject } from "react"
import { useFocusFallback } from "@/components/ui/use-focus-fallback"
import { useStore } from "@/lib/client/browser/use-store"
import { walletStore } from "@/lib/client/wallet/wallet-store"

/** A link to a wallet app on the same device. */
export function OpenWallet({ focusFallback }: { readonly focusFallback: RefObject<HTMLElement | null> }) {
  const link = useFocusFallback<HTMLAnchorElement>(focusFallback)
  const { wallet } = useStore(walletStore)
  if (!wallet || wallet.appHref === null) return null
  // A custom URL scheme opens no page, so a new tab would stay empty.
  const target = wallet.appHref.startsWith("https:") ? "_blank" : undefined
  return (
    <p className="panel-actions open-wallet">
      <a className="button" ref={link} href={wallet.appHref} rel="noreferrer" target={target}>
        Open {wallet.name}
      </a>
    </p>
  )
}
