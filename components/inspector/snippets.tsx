"use client"

import { useId, useState } from "react"
import { useAppConfig } from "@/components/shell/app-context"
import { ScrollRegion } from "@/components/ui/scroll-region"
import type { Exchange } from "@/lib/client/inspector/exchange"
import { type SnippetContext, toCurl, toPython, toTypeScript } from "@/lib/client/inspector/snippets"
import { decodeHeader } from "@/lib/client/purchase/header"
import { PaymentPayload } from "@/lib/client/purchase/wire"
import { CopyButton } from "./copy-button"

const languages = { curl: toCurl, TypeScript: toTypeScript, Python: toPython } as const
const names = ["curl", "TypeScript", "Python"] as const

/** The same purchase for programs, ready to be copied. */
export function Snippets({ exchange }: { readonly exchange: Exchange }) {
  const [language, setLanguage] = useState<(typeof names)[number]>("curl")
  const group = useId()
  const config = useAppConfig()
  const context: SnippetContext = {
    origin: config.origin,
    network: config.network,
    amount: amountOf(exchange),
    sandbox: config.mode === "sandbox",
  }
  const text = languages[language](exchange, context)
  return (
    <section aria-label="For programs" className="snippets">
      <fieldset className="filters">
        <legend className="visually-hidden">Language</legend>
        {names.map((name) => (
          <label className="chip-button" key={name}>
            <input
              className="visually-hidden"
              type="radio"
              name={group}
              checked={name === language}
              onChange={() => setLanguage(name)}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <ScrollRegion label={`This purchase in ${language}`} className="json">
        <pre>{text}</pre>
      </ScrollRegion>
      <CopyButton label={`Copy ${language}`} text={text} />
    </section>
  )
}

function amountOf({ signature }: Exchange): string {
  return PaymentPayload.safeParse(decodeHeader(signature ?? "")).data?.payload.authorization.value ?? "0"
}
