"use client"

import { useNow } from "@/lib/client/browser/use-now"
import { useTimes } from "@/lib/client/browser/use-times"
import { ageText } from "@/lib/client/format/time"

/** The age of an instant, with the instant as a tooltip. */
export function Age({ at }: { readonly at: string }) {
  const nowMs = useNow()
  const times = useTimes()
  return (
    <time dateTime={at} title={times.text(at)}>
      {ageText(Math.max(0, nowMs - Date.parse(at)))}
    </time>
  )
}
