import { panelOf } from "@/components/panels"
import { Panel } from "./panel"
import type { PanelKey } from "./panel-offers"

export function CompactPanels({ panels }: { readonly panels: readonly PanelKey[] }) {
  return panels.map(({ id, params = {} }) => (
    <Panel
      compact={panelOf(id)?.heightRem.compact !== undefined}
      id={id}
      params={params}
      key={`${id} ${params["coin"] ?? ""}`}
    />
  ))
}
