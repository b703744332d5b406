import { useId } from "react"
import { ChecklistButton } from "@/components/checklist/checklist-button"
import { Icon } from "@/components/ui/icon"
import { ActionButton } from "./action-button"
import { NavLink } from "./nav-link"
import type { Screen } from "@/lib/client/screens"

/** Side navigation on wide screens. */
export function Rail({ screens }: { readonly screens: readonly Screen[] }) {
  return (
    <nav className="rail" aria-label="Main">
      <ChecklistButton className="nav-link">
        <Icon name="pin" />
        <span>Your panels</span>
      </ChecklistButton>
      <div className="rail-group">
        <ActionButton kind="alerts" className="nav-link">
          <Icon name="bell" />
          <span>Alerts</span>
        </ActionButton>
        <ActionButton kind="stage" className="nav-link">
          <Icon name="lanes" />
          <span>Docked stage</span>
        </ActionButton>
      </div>
      <ScreenList screens={screens} />
    </nav>
  )
}

export type ScreenListProps = {
  readonly screens: readonly Pick<Screen, "href" | "title" | "short" | "icon" | "group">[]
  readonly onNavigate?: () => void
}

export function ScreenList({ screens, onNavigate }: ScreenListProps) {
  const id = useId()
  const groups = [...new Set(screens.map(({ group }) => group))]
  return groups.map((group) => (
    <div className="rail-group" key={group}>
      <p className="label" id={`${id}${group}`}>
        {group}
      </p>
      <ul aria-labelledby={`${id}${group}`}>
        {screens
          .filter((screen) => screen.group === group)
          .map((screen) => (
            <li key={screen.href}>
              <NavLink screen={screen} {...(onNavigate ? { onNavigate } : {})} />
            </li>
          ))}
      </ul>
    </div>
  ))
}
