"use client"

import type { ComponentProps } from "react"
import { WalletAnnouncer } from "@/components/wallet/wallet-announcer"
import { Commands } from "./commands"

/** What a page can do without at first: shortcuts, the palette, and announcements of wallet changes. */
export function LateParts(props: ComponentProps<typeof Commands>) {
  return (
    <>
      <Commands {...props} />
      <WalletAnnouncer />
    </>
  )
}
