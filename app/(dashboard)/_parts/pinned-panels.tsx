import { ChecklistButton } from "@/components/checklist/checklist-button"
import { CompactPanels } from "./compact-panels"
import type { PanelKey } from "./panel-offers"
import { ScreenBundle } from "./screen-bundle"

/** The pinned panels in their order, and one button for all of them. Renders nothing when none is pinned. */
export function PinnedPanels({ panels }: { readonly panels: readonly PanelKey[] }) {
  if (panels.length === 0) return null
  return (
    <section aria-labelledby="pinned" className="pinned">
      <div className="pinned-head">
        <h2 className="section-head" id="pinned">
          Your panels
        </h2>
        <ChecklistButton className="chip-button">Change</ChecklistButton>
      </div>
      <div className="panels">
        <CompactPanels panels={panels} />
      </div>
      <ScreenBundle panels={panels} />
    </section>
  )
}
