import { cookies } from "next/headers"
import type { ReactNode } from "react"
import { AppProvider } from "@/components/shell/app-context"
import { Footer } from "@/components/shell/footer"
import { Header } from "@/components/shell/header"
import { ModeBanner } from "@/components/shell/mode-banner"
import { WalletRoot } from "@/components/wallet/wallet-root"
import { parseTheme, THEME_COOKIE } from "@/lib/client/browser/theme"
import { publicConfig } from "@/lib/runtime/public-config"

/** The frame of every screen: what is true of the whole deployment, and the wallet. */
export default async function DashboardLayout({ children }: { readonly children: ReactNode }) {
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value)
  const config = publicConfig()
  return (
    <AppProvider config={config}>
      <a className="skip-link" href="#main">
        Skip to the panels
      </a>
      <Header theme={theme} />
      <ModeBanner config={config} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer config={config} />
      <WalletRoot />
    </AppProvider>
  )
}
