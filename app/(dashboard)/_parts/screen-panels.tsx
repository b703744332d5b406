import { panelsOn } from "@/components/panels"
import { Panel } from "./panel"

/** The panels of a screen in order. */
export function ScreenPanels({ href }: { readonly href: string }) {
  return panelsOn(href).map(({ id }) => <Panel id={id} key={id} />)
}
