"use client"

import Link from "next/link"
import { useHealth } from "@/components/app/use-health"
import { useNow } from "@/lib/client/browser/use-now"
import { useTimes } from "@/lib/client/browser/use-times"
import type { Health } from "@/lib/client/health"
import { openTimeOf } from "@/lib/domain/market/candle"

const REFRESH_MS = 60_000

const words = {
  ok: { glyph: "●", text: "All systems normal" },
  degraded: { glyph: "◐", text: "Degraded" },
  down: { glyph: "○", text: "Service down" },
} as const

export function HealthText() {
  const health = useHealth(REFRESH_MS)
  return health === undefined ? "Checking status…" : <StatusText health={health} />
}

function StatusText({ health }: { readonly health: Health | null }) {
  const nowMs = useNow()
  const times = useTimes()
  if (health === null) return "The service does not respond."
  const { glyph, text } = words[health.status]
  const working = health.parts.filter((part) => part.status === "ok").length
  const candles = health.parts.find((part) => part.name === "candles")
  // Candles are read every hour.
  const lastCloseMs = candles?.as_of ? openTimeOf(Date.parse(candles.as_of), "4h") : null
  return (
    <>
      <Link className="health-word" data-status={health.status} prefetch={false} href="/status">
        <span aria-hidden="true">{glyph}</span> {text}
      </Link>
      {health.status === "ok" ? "" : ` · ${working} of ${health.parts.length} parts working`}
      {lastCloseMs === null ? null : (
        <span className="health-close"> · last 4h close {times.short(lastCloseMs, nowMs)}</span>
      )}
    </>
  )
}
