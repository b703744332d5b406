"use client"

import Link from "next/link"
import { useHealth } from "@/components/app/use-health"
import { useNow } from "@/lib/client/browser/use-now"
import { useTimes } from "@/lib/client/browser/use-times"
import type { Health } from "@/lib/client/health"

const REFRESH_MS = 60_000

const words = {
  ok: { glyph: "●", text: "Service ok" },
  degraded: { glyph: "◐", text: "Service degraded" },
  down: { glyph: "○", text: "Service down" },
} as const

/** Free service status: whether answers can be given now, and how old the data is. */
export function HealthLine() {
  const health = useHealth(REFRESH_MS)
  return <p className="health">{health === undefined ? "Asking the service…" : <HealthText health={health} />}</p>
}

function HealthText({ health }: { readonly health: Health | null }) {
  const nowMs = useNow()
  const times = useTimes()
  if (health === null) return "The service does not answer."
  const { glyph, text } = words[health.status]
  const troubled = health.parts.filter((part) => part.status !== "ok")
  const candles = health.parts.find((part) => part.name === "candles")
  return (
    <>
      <span className="health-word" data-status={health.status}>
        <span aria-hidden="true">{glyph}</span> {text}
      </span>{" "}
      · {troubled.length === 0 ? "all" : `${health.parts.length - troubled.length} of`}{" "}
      <Link prefetch={false} href="/status">
        {health.parts.length} parts
      </Link>{" "}
      working
      {candles?.as_of ? ` · candles closed ${times.short(candles.as_of, nowMs)}` : ""}
    </>
  )
}
