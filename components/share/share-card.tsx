"use client"

import { useState } from "react"
import { useAppConfig } from "@/components/app/app-context"
import { downloadBlob } from "@/lib/client/browser/download"
import type { SharedCall } from "@/lib/client/share/owned-card"

type ShareCardProps = {
  readonly coin: string
  /** The owned call. `null`: the card has its numbers blurred. */
  readonly call: SharedCall | null
}

/** A picture of the coin to share: with the numbers of an owned call, or with blurred ones. */
export function ShareCard({ coin, call }: ShareCardProps) {
  const { origin } = useAppConfig()
  const [hasFailed, setFailed] = useState(false)
  if (call === null) {
    return (
      <a className="csv-button share-link" href={`/share?coin=${coin}`} target="_blank" rel="noreferrer">
        Share card
      </a>
    )
  }
  const save = async () => {
    setFailed(false)
    try {
      const { drawOwnedCard } = await import("@/lib/client/share/owned-card")
      downloadBlob(
        `signal402-${coin}-signal-${new Date(call.decidedAtMs).toISOString().slice(0, 16).replace(":", "")}Z.png`,
        await drawOwnedCard(call, origin),
      )
    } catch {
      setFailed(true)
    }
  }
  return (
    <p>
      <output className="hint">{hasFailed ? "The card could not be drawn. Try again. " : ""}</output>
      <button className="csv-button" type="button" onClick={() => void save()}>
        Share card with your numbers (PNG)
      </button>
    </p>
  )
}
