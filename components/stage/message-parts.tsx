"use client"

import { decodePasted } from "@/lib/client/decoder/decode"
import { maskSecrets } from "@/lib/client/mask-secrets"
import type { Part } from "@/lib/client/stage/arrow"
import { DecodedMessage } from "./decoded-message"
import { useDecodeContext } from "./use-decode-context"

type MessagePartsProps = {
  readonly parts: readonly Part[]
  /** The arrow's label, so that regions have names of their own. */
  readonly about: string
}

/** What the message of an arrow holds, wrapped. Targets of alerts and keys are masked. */
export function MessageParts({ parts, about }: MessagePartsProps) {
  return parts.map((part) => (
    <MessagePart part={part} about={about} key={part.kind === "headers" ? "headers" : part.name} />
  ))
}

function MessagePart({ part, about }: { readonly part: Part; readonly about: string }) {
  switch (part.kind) {
    case "x402":
      return <Header part={part} />
    case "headers":
      return (
        <details className="details slim">
          <summary>
            All headers <span className="visually-hidden">of {about}</span>
          </summary>
          <pre className="wrapped">
            {maskSecrets(part.lines.map(([name, value]) => `${name}: ${value}`).join("\n"))}
          </pre>
        </details>
      )
    case "json":
      return (
        <>
          <p className="label">{part.name}</p>
          <pre className="wrapped">{maskSecrets(JSON.stringify(part.value, null, 1))}</pre>
        </>
      )
    case "text":
      return (
        <>
          <p className="label">{part.name}</p>
          <pre className="wrapped">{maskSecrets(part.text)}</pre>
        </>
      )
  }
}

/** A header as the decoder explains it. A spent authorization has expired, which is no mistake here. */
function Header({ part }: { readonly part: Extract<Part, { readonly kind: "x402" }> }) {
  const context = useDecodeContext()
  const { messages } = decodePasted(`${part.name}: ${part.value}`, { ...context, nowMs: 0 })
  return messages.map((message) => <DecodedMessage message={message} key={message.place} />)
}
