"use client"

import { useId, useState } from "react"
import { ScrollRegion } from "@/components/ui/scroll-region"
import { CopyButton } from "./copy-button"

const names = ["curl", "TypeScript", "Python"] as const

type SnippetsProps = {
  /** What is repeated: `This purchase`. */
  readonly what: string
  readonly texts: Readonly<Record<(typeof names)[number], string>>
}

/** The same for programs, ready to be copied. */
export function Snippets({ what, texts }: SnippetsProps) {
  const [language, setLanguage] = useState<(typeof names)[number]>("curl")
  const group = useId()
  const text = texts[language]
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
      <ScrollRegion label={`${what} in ${language}`} className="json">
        <pre>{text}</pre>
      </ScrollRegion>
      <CopyButton label={`Copy ${language}`} text={text} />
    </section>
  )
}
