"use client"

import Link from "next/link"
import { usePathname, useRouter } from "next/navigation"
import { Icon } from "@/components/ui/icon"
import type { Screen } from "./screens"

type NavLinkProps = {
  readonly screen: Pick<Screen, "href" | "title" | "short" | "icon">
  /** The short name, for narrow places. */
  readonly brief?: boolean
  readonly onNavigate?: () => void
}

/**
 * A link to a screen that knows when the reader is there.
 *
 * Screens are rendered for each reader, so they are fetched ahead on intent, not all at every visit.
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
