"use client"

import { Dialog } from "@/components/ui/dialog"
import { useStore } from "@/lib/client/browser/use-store"
import type { ScreenLink } from "./commands"
import { lettersAct, setLettersAct } from "./shortcuts"

const always = [
  ["Ctrl K, ⌘ K or /", "Go to a screen or do something"],
  ["w", "Wallet"],
  ["t", "Next theme"],
  ["?", "This list"],
  ["Esc", "Close a dialog"],
] as const

type HelpDialogProps = { readonly screens: readonly ScreenLink[]; readonly onClose: () => void }

/** All keys, and the switch that turns single letters off. */
export function HelpDialog({ screens, onClose }: HelpDialogProps) {
  const act = useStore(lettersAct)
  return (
    <Dialog open title="Keyboard shortcuts" onClose={onClose}>
      <label className="check">
        <input type="checkbox" checked={act} onChange={(event) => setLettersAct(event.target.checked)} />
        Single letters act (Ctrl K always does)
      </label>
      <dl className="keys">
        {always.map(([keys, does]) => (
          <KeyRow keys={keys} does={does} key={keys} />
        ))}
        {screens.map(({ key, title }) => (
          <KeyRow keys={`g then ${key}`} does={title} key={title} />
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
