"use client"

import { useEffect, useState } from "react"
import { useNow } from "@/lib/client/browser/use-now"
import { utcShort } from "@/lib/client/format/time"
import type { Health } from "@/lib/client/health"

const REFRESH_MS = 60_000

const words = {
  ok: { glyph: "●", text: "Service ok" },
  degraded: { glyph: "◐", text: "Service degraded" },
  down: { glyph: "○", text: "Service down" },
} as const

/** Free and true before anything is paid: whether an answer could be given now, and how old its data is. */
export function HealthLine() {
  const nowMs = useNow()
  const [health, setHealth] = useState<Health | null | undefined>(undefined)
  const minute = Math.floor(nowMs / REFRESH_MS)
  useEffect(() => {
    let current = true
    const load = async () => {
      const { fetchHealth } = await import("@/lib/client/health")
      const next = await fetchHealth()
      if (current) setHealth(next)
    }
    if (minute > 0 && document.visibilityState === "visible") void load()
    return () => {
      current = false
    }
  }, [minute])
  return <p className="health">{health === undefined ? "Asking the service…" : <HealthText health={health} />}</p>
}

function HealthText({ health }: { readonly health: Health | null }) {
  const nowMs = useNow()
  if (health === null) return "The service does not answer."
  const { glyph, text } = words[health.status]
  const data = health.parts.filter((part) => part.as_of !== null && part.name !== "settler")
  const troubled = health.parts.filter((part) => part.status !== "ok")
  return (
    <>
      <span className="health-word" data-status={health.status}>
        <span aria-hidden="true">{glyph}</span> {text}
      </span>
      {troubled.map((part) => ` · ${part.name} ${part.status}: ${part.detail}`).join("")}
      {data.map((part) => ` · ${part.name} closed ${utcShort(part.as_of ?? 0, nowMs)}, ${part.detail}`).join("")}
    </>
  )
}
