"use client"

import type { ComponentProps } from "react"
import { AlertsRoot } from "@/components/alerts/alerts-root"
import { RangeAlarm } from "@/components/alerts/late-range-alarm"
import { ChecklistRoot } from "@/components/checklist/checklist-root"
import { StageRoot } from "@/components/stage/stage-root"
import { WalletAnnouncer } from "@/components/wallet/wallet-announcer"
import { Commands } from "./commands"

/**
 * The parts that a page does not need at first: shortcuts, the palette, the stage, alerts, the checklist, and
 * announcements of wallet changes.
 */
export function LateParts(props: ComponentProps<typeof Commands>) {
  return (
    <>
      <Commands {...props} />
      <StageRoot />
      <AlertsRoot />
      <RangeAlarm />
      <ChecklistRoot offers={props.offers} />
      <WalletAnnouncer />
    </>
  )
}
