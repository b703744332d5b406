import { Panel } from "./panel"
import type { PanelKey } from "./panel-offers"

/** Panels of one block size in every state. */
export function CompactPanels({ panels }: { readonly panels: readonly PanelKey[] }) {
  return panels.map(({ id, params = {} }) => (
    <Panel compact id={id} params={params} key={`${id} ${params["coin"] ?? ""}`} />
  ))
}
