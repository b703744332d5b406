"use client"

import { Dialog } from "@/components/ui/dialog"
import { useStore } from "@/lib/client/browser/use-store"
import type { ScreenLink } from "@/lib/client/screens"
import { actionList } from "./action-list"
import { singleKeysEnabled, setSingleKeysEnabled } from "./shortcuts"

type HelpDialogProps = { readonly screens: readonly ScreenLink[]; readonly onClose: () => void }

/** All shortcuts, and the switch for single-key shortcuts. */
export function HelpDialog({ screens, onClose }: HelpDialogProps) {
  const act = useStore(singleKeysEnabled)
  return (
    <Dialog open title="Keyboard shortcuts" onClose={onClose}>
      <label className="check">
        <input type="checkbox" checked={act} onChange={(event) => setSingleKeysEnabled(event.target.checked)} />
        Single-key shortcuts (Ctrl K always works)
      </label>
      <dl className="keys">
        <KeyRow keys="Ctrl K, ⌘ K or /" does="Search pages and actions" />
        {actionList.map(({ key, name, hint }) => (
          <KeyRow keys={key} does={`${name} (${hint})`} key={key} />
        ))}
        <KeyRow keys="Esc" does="Close a dialog" />
        {screens.map(({ key, title }) => (
          <KeyRow keys={`g ${key}`} does={title} key={title} />
        ))}
      </dl>
    </Dialog>
  )
}

function KeyRow({ keys, does }: { readonly keys: string; readonly does: string }) {
  return (
    <div>
      <dt>
        <kbd>{keys}</kbd>
      </dt>
      <dd>{does}</dd>
    </div>
  )
}
