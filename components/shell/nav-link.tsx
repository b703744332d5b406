"use client"

import Link from "next/link"
import { usePathname, useRouter } from "next/navigation"
import { Icon } from "@/components/ui/icon"
import type { Screen } from "@/lib/client/screens"

type NavLinkProps = {
  readonly screen: Pick<Screen, "href" | "title" | "short" | "icon">
  /** Uses the short name, for narrow places. */
  readonly brief?: boolean
  readonly onNavigate?: () => void
}

/**
 * A navigation link that marks the current screen.
 *
 * Screens render per request, so a link prefetches on hover or focus instead of on load.
 */
export function NavLink({ screen, brief = false, onNavigate }: NavLinkProps) {
  const router = useRouter()
  const here = usePathname() === screen.href
  const prepare = () => router.prefetch(screen.href)
  return (
    <Link
      className="nav-link"
      href={screen.href}
      prefetch={false}
      aria-current={here ? "page" : undefined}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => onNavigate?.()}
    >
      <Icon name={screen.icon} />
      <span>{brief ? screen.short : screen.title}</span>
    </Link>
  )
}
