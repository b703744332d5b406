"use client"

import { useTimes } from "@/lib/client/browser/use-times"

/** An instant in full, in the time zone that the reader chose. */
export function Instant({ at }: { readonly at: number | string }) {
  const times = useTimes()
  return <time dateTime={new Date(at).toISOString()}>{times.text(at)}</time>
}
