import { createStore } from "@/lib/client/browser/external-store"

type StageView = {
  /** Whether the dock is open. */
  readonly isOpen: boolean
  /** The payment or sign-in to show; `null`: the newest. */
  readonly shownId: string | null
  /** Raised to replay the shown one from its start. */
  readonly replays: number
}

export const stageView = createStore<StageView>({ isOpen: false, shownId: null, replays: 0 })

/** Instant from which the counter counts; `null`: the start of today. */
export const countedFrom = createStore<number | null>(null)

export function toggleStage(): void {
  const { isOpen, replays } = stageView.get()
  stageView.set({ isOpen: !isOpen, shownId: null, replays })
}

export function closeStage(): void {
  stageView.set({ ...stageView.get(), isOpen: false })
}

/** Shows one payment, `null`: the newest from now on. */
export function showOnStage(shownId: string | null): void {
  stageView.set({ ...stageView.get(), shownId })
}

/** Opens the dock and plays one payment, arrow by arrow. */
export function replayOnStage(shownId: string): void {
  stageView.set({ isOpen: true, shownId, replays: stageView.get().replays + 1 })
}
