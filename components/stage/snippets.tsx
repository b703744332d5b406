"use client"

import { useState } from "react"
import { Chips } from "@/components/ui/chips"
import { CopyButton } from "@/components/ui/copy-button"
import { ScrollRegion } from "@/components/ui/scroll-region"

type Language = "curl" | "TypeScript" | "Python"

const languages: readonly { readonly name: Language; readonly value: Language }[] = [
  { name: "curl", value: "curl" },
  { name: "TypeScript", value: "TypeScript" },
  { name: "Python", value: "Python" },
]

type SnippetsProps = {
  /** The request that the code repeats: `This purchase`. */
  readonly what: string
  readonly texts: Readonly<Record<Language, string>>
}

/** The same request as code to copy. */
export function Snippets({ what, texts }: SnippetsProps) {
  const [language, setLanguage] = useState<Language>("curl")
  const text = texts[language]
  return (
    <section aria-label="For programs" className="snippets">
      <Chips label="Language" options={languages} value={language} onChoose={setLanguage} />
      <ScrollRegion label={`${what} in ${language}`} className="json">
        <pre>{text}</pre>
      </ScrollRegion>
      <CopyButton label={`Copy ${language}`} text={text} />
    </section>
  )
}
