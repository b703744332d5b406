import Link from "next/link"
import { BudgetControl } from "@/components/budget/budget-control"
import { WalletButton } from "@/components/wallet/wallet-button"
import type { Theme } from "@/lib/client/browser/theme"
import { SearchButton } from "./search-button"
import { ThemeToggle } from "./theme-toggle"
import { TimesToggle } from "./times-toggle"

export function Header({ theme }: { readonly theme: Theme }) {
  return (
    <header className="header">
      <Link className="brand" prefetch={false} href="/" aria-label="Signal402, to the overview">
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <path d="M2 14 L7 9 L11 12 L18 4" fill="none" stroke="currentColor" strokeWidth="2.2" />
          <circle cx="18" cy="4" r="1.8" fill="currentColor" />
        </svg>
        <span className="brand-name">
          Signal<b>402</b>
        </span>
      </Link>
      <SearchButton />
      <div className="header-tools">
        <BudgetControl />
        <TimesToggle />
        <ThemeToggle initial={theme} />
        <WalletButton />
      </div>
    </header>
  )
}
