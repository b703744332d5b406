import { ChecklistButton } from "@/components/checklist/checklist-button"
import { Dialog } from "@/components/ui/dialog"
import { ActionButton } from "./action-button"
import { ScreenList, type ScreenListProps } from "./rail"
import { ThemeChoice } from "./theme-toggle"
import { TimesChoice } from "./times-toggle"

/** What the header and the rail of wide screens have no room for on a phone. */
const menuActions = [
  { kind: "session", name: "Session" },
  { kind: "alerts", name: "Alerts" },
  { kind: "stage", name: "Docked stage" },
] as const

type MenuDialogProps = { readonly screens: ScreenListProps["screens"]; readonly onClose: () => void }

/** The menu of a phone: all screens, and the header's other controls. */
export function MenuDialog({ screens, onClose }: MenuDialogProps) {
  return (
    <Dialog open title="All screens" onClose={onClose}>
      <nav className="menu" aria-label="All screens">
        <ScreenList screens={screens} onNavigate={onClose} />
      </nav>
      <div className="menu-choices">
        <ChecklistButton className="chip-button" onOpen={onClose}>
          Your panels
        </ChecklistButton>
        {menuActions.map(({ kind, name }) => (
          <ActionButton kind={kind} className="chip-button" onOpen={onClose} key={kind}>
            {name}
          </ActionButton>
        ))}
        <TimesChoice />
        <ThemeChoice />
      </div>
    </Dialog>
  )
}
