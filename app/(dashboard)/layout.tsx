import { cookies } from "next/headers"
import type { ReactNode } from "react"
import { MarketStrip } from "@/components/panels/market-data/late-market"
import { AppProvider } from "@/components/app/app-context"
import { ReplayEarlyClicks } from "@/components/shell/replay-early-clicks"
import { Footer } from "@/components/shell/footer"
import { Header } from "@/components/shell/header"
import { LazyParts } from "@/components/shell/lazy-parts"
import { ModeBanner } from "@/components/shell/mode-banner"
import { OfflineBanner } from "@/components/shell/offline-banner"
import { OfflineSupport } from "@/components/shell/offline-support"
import { Rail } from "@/components/shell/rail"
import { screensServing } from "@/components/panels"
import { TabBar } from "@/components/shell/tab-bar"
import { WalletRoot } from "@/components/wallet/wallet-root"
import { parseTheme, THEME_COOKIE } from "@/lib/client/browser/theme"
import { isDevelopment } from "@/lib/server/config/load"
import { publicConfig } from "@/lib/server/runtime/public-config"
import { currentPrices } from "./_parts/first-screen"
import { panelOffers } from "./_parts/panel-offers"
import { servedIds } from "./_parts/served"

/** Controls and parts that stay empty without JavaScript. */
const NEEDS_JAVASCRIPT = [
  ".header-tools",
  ".search-button",
  ".rail button",
  ".tab-bar > button",
  "main button",
  "main .filters",
  "main select",
  ".health",
  ".panel-status",
  ".bundle",
  ".record-figures",
  ".chart-foot",
  ".band-offer",
  ".calls-place",
  ".history",
  ".answer-space",
  '.panel[data-state="loading"]',
  ".loading-purchases",
]

/** The layout of every screen: banners, navigation and wallet. */
export default async function DashboardLayout({ children }: { readonly children: ReactNode }) {
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value)
  const config = publicConfig()
  const prices = await currentPrices()
  const screens = screensServing(servedIds)
  return (
    <AppProvider config={config}>
      <ReplayEarlyClicks />
      <a className="skip-link" href="#main">
        Skip to the panels
      </a>
      <Header theme={theme} />
      <noscript>
        <style>{`${NEEDS_JAVASCRIPT.join(", ")} { display: none !important } .record-strip { min-block-size: 0 }`}</style>
        <p className="noscript">
          Prices, charts and documents are shown without JavaScript. Buying needs JavaScript, because your wallet signs
          in the browser.
        </p>
      </noscript>
      <ModeBanner config={config} />
      <OfflineBanner />
      <MarketStrip initial={prices} />
      <div className="frame">
        <Rail screens={screens} />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Footer config={config} />
      <TabBar screens={screens.filter(({ inBar }) => inBar)} />
      <LazyParts screens={screens} offers={panelOffers} />
      <WalletRoot />
      {isDevelopment() ? null : <OfflineSupport />}
    </AppProvider>
  )
}
