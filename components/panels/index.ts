import { type Contract, isPaid } from "@/lib/api/contract"
import { COINS } from "@/lib/domain/market/coin"
import { type Screen, screens } from "@/lib/client/screens"
import { contextPanel } from "./context/panel"
import { defiRecommendPanel } from "./defi-recommend/panel"
import { derivativesPanel } from "./derivatives/panel"
import { dexAlphaPanel } from "./dex-alpha/panel"
import { eventsPanel } from "./events/panel"
import { geoAlertPanel } from "./geo-alert/panel"
import { geoEventsPanel } from "./geo-events/panel"
import { historyPanel } from "./history/panel"
import { institutionsPanel } from "./institutions/panel"
import { marketEtfPanel } from "./market-etf/panel"
import { marketOverviewPanel } from "./market-overview/panel"
import { oddsPanel } from "./odds/panel"
import type { Panel } from "./panel"
import type { Sold } from "./product/product-of"
import { regimePanel } from "./regime/panel"
import { riskPanel } from "./risk/panel"
import { signalPanel } from "./signal/panel"
import { volatilityPanel } from "./volatility/panel"
import { yieldsPanel } from "./yields/panel"

/** One row per paid endpoint, in the order of the screens and of the checklist. For the server: browser code gets a product. */
export const panels: readonly Panel[] = [
  signalPanel,
  riskPanel,
  contextPanel,
  oddsPanel,
  volatilityPanel,
  derivativesPanel,
  regimePanel,
  marketOverviewPanel,
  marketEtfPanel,
  geoAlertPanel,
  geoEventsPanel,
  eventsPanel,
  institutionsPanel,
  defiRecommendPanel,
  yieldsPanel,
  dexAlphaPanel,
]

/** `null`: the endpoint has no panel. */
export function panelOf(id: string): Panel | null {
  return [...panels, historyPanel].find((panel) => panel.id === id) ?? null
}

/** What products of a contract are made of; `null` if it is free or has no panel. */
export function soldOf(contract: Contract): Sold | null {
  const panel = panelOf(contract.id)
  if (panel === null || !isPaid(contract)) return null
  const { id, path, price, title } = contract
  const { decisionLine: _1, preview: _2, choices: _3, heightRem: _4, ...facts } = panel
  return { ...facts, id, path, price, title }
}

/** The panels of a screen in order. */
export function panelsOn(href: string): readonly Panel[] {
  return panels.filter(({ screen }) => screen === href || COINS.some((coin) => screen.replace("{coin}", coin) === href))
}

/** The screens of a deployment that serves these endpoints. */
export function screensServing(ids: ReadonlySet<string>): readonly Screen[] {
  return screens.filter(({ href, needs }) => {
    const shown = [...panelsOn(href).map(({ id }) => id), ...(needs === undefined ? [] : [needs])]
    return shown.length === 0 || shown.some((id) => ids.has(id))
  })
}
