import { openAlerts } from "@/lib/client/alerts/alerts-dialog"
import { switchTimes } from "@/lib/client/browser/times"
import { openBudget } from "@/lib/client/budget/budget-dialog"
import { openChecklist } from "@/lib/client/bundle/checklist-dialog"
import { toggleStage } from "@/lib/client/stage/stage-store"
import { openWalletDialog } from "@/lib/client/wallet/wallet-store"
import { openCommand } from "./command-store"
import { nextTheme } from "./theme-toggle"

/** Actions available everywhere, by key or palette. */
export type ActionKind =
  | "palette"
  | "help"
  | "wallet"
  | "budget"
  | "session"
  | "alerts"
  | "checklist"
  | "stage"
  | "theme"
  | "times"

export function runAction(kind: ActionKind): void {
  switch (kind) {
    case "palette":
    case "help":
      return openCommand.set(kind)
    case "wallet":
      return openWalletDialog()
    case "budget":
    case "session":
      return openBudget()
    case "alerts":
      return openAlerts()
    case "checklist":
      return openChecklist()
    case "stage":
      return toggleStage()
    case "theme":
      return nextTheme()
    case "times":
      return switchTimes()
  }
}
