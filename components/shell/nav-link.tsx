"use client"

import Link from "next/link"
import { usePathname } from "next/navigation"
import { Icon } from "@/components/ui/icon"
import type { Screen } from "./screens"

type NavLinkProps = {
  readonly screen: Pick<Screen, "href" | "title" | "short" | "icon">
  /** The short name, for narrow places. */
  readonly brief?: boolean
  readonly onNavigate?: () => void
}

/** A link to a screen that knows when the reader is there. */
export function NavLink({ screen, brief = false, onNavigate }: NavLinkProps) {
  const here = usePathname() === screen.href
  return (
    <Link
      className="nav-link"
      href={screen.href}
      aria-current={here ? "page" : undefined}
      onClick={() => onNavigate?.()}
    >
      <Icon name={screen.icon} />
      <span>{brief ? screen.short : screen.title}</span>
    </Link>
  )
}
