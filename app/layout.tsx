import "./globals.css"
import type { Metadata, Viewport } from "next"
import localFont from "next/font/local"
import { cookies } from "next/headers"
import type { ReactNode } from "react"
import { parsePreferences, PREFERENCES_COOKIE } from "@/lib/client/browser/preferences"
import { parseTheme, THEME_COOKIE } from "@/lib/client/browser/theme"
import { publicConfig } from "@/lib/server/runtime/public-config"

/** Preloaded, because a font that arrives after the first paint moves the page. Other alphabets load when they are used. */
const inter = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--inter",
  adjustFontFallback: false,
})
const mono = localFont({
  src: "../node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2",
  weight: "100 800",
  variable: "--jetbrains-mono",
  adjustFontFallback: false,
})

/** Shared links need absolute URLs with the origin of this deployment. */
export function generateMetadata(): Metadata {
  return {
    metadataBase: new URL(publicConfig().origin),
    title: { default: "Signal402: crypto signals by the view", template: "%s · Signal402" },
    description:
      "Trading signals for BTC, ETH and SOL, one signed USDC payment per panel. No account, no subscription, no gas.",
    applicationName: "Signal402",
    openGraph: { type: "website", siteName: "Signal402" },
    twitter: { card: "summary_large_image" },
  }
}

export const viewport: Viewport = {
  colorScheme: "dark light",
  themeColor: [
    { media: "(prefers-color-scheme: dark)", color: "#0b0e13" },
    { media: "(prefers-color-scheme: light)", color: "#f2f4f7" },
  ],
}

/**
 * Pages are rendered by the running server, because they contain this deployment's configuration and the nonce of the response's
 * script policy. `lib/server/http/page-cache.ts` keeps those that are the same for every reader.
 */
export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const stored = await cookies()
  const theme = parseTheme(stored.get(THEME_COOKIE)?.value)
  const { density } = parsePreferences(stored.get(PREFERENCES_COOKIE)?.value)
  return (
    <html lang="en" data-theme={theme} data-density={density} className={`${inter.variable} ${mono.variable}`}>
      <body>{children}</body>
    </html>
  )
}
