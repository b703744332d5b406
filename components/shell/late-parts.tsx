"use client"

import type { ComponentProps } from "react"
import { InspectorRoot } from "@/components/inspector/inspector-root"
import { WalletAnnouncer } from "@/components/wallet/wallet-announcer"
import { Commands } from "./commands"

/** What a page can do without at first: shortcuts, the palette, the inspector, and announcements of wallet changes. */
export function LateParts(props: ComponentProps<typeof Commands>) {
  return (
    <>
      <Commands {...props} />
      <InspectorRoot />
      <WalletAnnouncer />
    </>
  )
}
