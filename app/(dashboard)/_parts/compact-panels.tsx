import { Panel } from "./panel"
import type { PanelKey } from "./panel-offers"

/** Answers that can show their decision first and the rest behind one button. */
const compactable: ReadonlySet<string> = new Set(["signal", "risk", "regime", "market_overview", "geo_alert", "events"])

export function CompactPanels({ panels }: { readonly panels: readonly PanelKey[] }) {
  return panels.map(({ id, params = {} }) => (
    <Panel compact={compactable.has(id)} id={id} params={params} key={`${id} ${params["coin"] ?? ""}`} />
  ))
}
