"use client"

import { useState } from "react"
import { usePurchaseClient } from "@/components/app/app-context"
import { useStream } from "@/components/app/use-stream"
import { createRangeWatcher, type Prices, watchedRanges } from "@/lib/client/alerts/range-alarm"
import { rangeAlarm, setRangeAlarm } from "@/lib/client/alerts/range-alarm-setting"
import { useStore } from "@/lib/client/browser/use-store"
import { marketPrice } from "@/lib/client/format/money"
import type { PurchaseClient } from "@/lib/client/purchase-client"
import { playAlarm } from "./play-alarm"

/** Sounds and says when the price leaves a bought range, on every screen. */
export function RangeAlarm() {
  const client = usePurchaseClient()
  return client !== null ? <Watching client={client} /> : null
}

function Watching({ client }: { readonly client: PurchaseClient }) {
  const [watch] = useState(createRangeWatcher)
  const [text, setText] = useState("")
  useStream("prices", ({ coins }) => {
    const prices: Prices = Object.fromEntries(
      coins.flatMap(({ coin, price }) => (price === null ? [] : [[coin, price] as const])),
    )
    const left = watch(watchedRanges(client.receipts.get()), prices, Date.now())
    if (left.length === 0) return
    setText(
      left
        .map(({ coin, horizon, low, high }) => {
          const price = prices[coin] ?? 0
          const edge = price > high ? `above ${marketPrice(high)}` : `below ${marketPrice(low)}`
          return `${coin} left its ${horizon} range: ${marketPrice(price)}, ${edge}.`
        })
        .join(" "),
    )
    void playAlarm()
  })
  return (
    <div className="range-alarm" role="alert" hidden={text === ""}>
      {text}{" "}
      <button className="button" type="button" onClick={() => setText("")}>
        Close
      </button>
    </div>
  )
}

/** The switch of the alarm. Pressing it plays the sound once, which also lets the browser play it later. */
export function RangeAlarmSwitch() {
  const isOn = useStore(rangeAlarm)
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => {
          setRangeAlarm(target.checked)
          if (target.checked) void playAlarm()
        }}
      />
      Sound when a price leaves a range that I bought, free, while a page is open
    </label>
  )
}
