import type { ActionKind } from "./run-action"

type ListedAction = {
  readonly kind: Exclude<ActionKind, "palette">
  /** The single-key shortcut. */
  readonly key: string
  readonly name: string
  readonly hint: string
}

/** Actions of the palette and of the shortcut list; loaded with them. */
export const actionList: readonly ListedAction[] = [
  { kind: "wallet", key: "w", name: "Wallet", hint: "Connect, add USDC, disconnect" },
  { kind: "budget", key: "b", name: "Budget", hint: "Spent today, daily limit, auto-refresh" },
  {
    kind: "session",
    key: "s",
    name: "Session",
    hint: "One signature for many panels: start, top up, end",
  },
  {
    kind: "alerts",
    key: "a",
    name: "Set an alert",
    hint: "Push, webhook or Telegram when a price or direction changes",
  },
  {
    kind: "checklist",
    key: "p",
    name: "Your panels",
    hint: "What is new since yesterday, pins, default coin, density",
  },
  { kind: "stage", key: "i", name: "Docked stage", hint: "Your payments, drawn beside the page as they happen" },
  { kind: "theme", key: "t", name: "Next theme", hint: "System, dark, light" },
  { kind: "times", key: "u", name: "UTC or local time", hint: "Switches how times are written" },
  { kind: "help", key: "?", name: "Keyboard shortcuts", hint: "All keys, and a switch for single keys" },
]
