"use client"

import { useId, useState } from "react"
import { useNow } from "@/lib/client/browser/use-now"
import { type Decoded, decodePasted } from "@/lib/client/decoder/decode"
import { DecodedMessage, Findings } from "./decoded-message"
import { useDecodeContext } from "./use-decode-context"

const SAMPLE_PATH = "/api/signal/BTC"

/** Explains a pasted 402. Nothing is sent: the text stays in this browser. */
export function Decoder() {
  const id = useId()
  const [text, setText] = useState("")
  const tokens = useDecodeContext()
  const nowMs = useNow()
  const decoded = decodePasted(text, { ...tokens, nowMs })
  return (
    <section className="decoder" aria-labelledby={`${id}title`} id="decoder">
      <h2 className="section-head" id={`${id}title`}>
        Decode any 402
      </h2>
      <p className="hint" id={`${id}hint`}>
        Paste a challenge, a PAYMENT-REQUIRED, PAYMENT-SIGNATURE, X-PAYMENT, PAYMENT-RESPONSE or WWW-Authenticate value,
        whole headers, or what <code>curl -i</code> printed. It is read in this browser and sent nowhere.
      </p>
      <label className="label" htmlFor={id}>
        402 to decode
      </label>
      <textarea
        className="field mono decoder-text"
        id={id}
        rows={6}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        aria-describedby={`${id}hint`}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p className="panel-actions">
        <button className="button" type="button" onClick={() => void ownTerms().then(setText)}>
          Fill in a 402 of this service
        </button>
        <button className="button" type="button" onClick={() => setText("")}>
          Clear
        </button>
      </p>
      <output className="decoder-verdict">{text === "" ? "" : verdictOf(decoded)}</output>
      {decoded.findings.length === 0 ? null : (
        <p className="decoder-findings">
          <Findings findings={decoded.findings} />
        </p>
      )}
      {decoded.messages.map((message) => (
        <DecodedMessage message={message} key={`${message.place}${message.title}`} />
      ))}
    </section>
  )
}

function verdictOf({ messages, findings }: Decoded): string {
  const all = [
    ...findings,
    ...messages.flatMap((message) => [...message.findings, ...message.fields.flatMap((field) => field.findings)]),
  ]
  const errors = all.filter(({ level }) => level === "error").length
  const warnings = all.length - errors
  if (messages.length === 0) return "Not an x402 message."
  const what = messages.map(({ title }) => title).join(", ")
  if (all.length === 0) return `${what}: no mistake found.`
  return `${what}: ${countText(errors, "mistake")}, ${countText(warnings, "warning")}.`
}

function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`
}

/** As `curl -i` prints it. */
async function ownTerms(): Promise<string> {
  const response = await fetch(SAMPLE_PATH, { cache: "no-store" })
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${response.status}`, ...lines, "", await response.text()].join("\n")
}
