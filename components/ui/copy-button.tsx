"use client"

import { useState } from "react"

type CopyButtonProps = {
  readonly label: string
  readonly text: string
  /** The advice if the browser does not allow copying. */
  readonly instead?: string
}

/** Copies a text and announces the result in a live region. */
export function CopyButton({ label, text, instead = "select the text" }: CopyButtonProps) {
  const [message, setMessage] = useState<{ readonly text: string; readonly words: string } | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setMessage({ text, words: "Copied." })
    } catch {
      setMessage({ text, words: `The browser blocked copying: ${instead} instead.` })
    }
  }
  return (
    <span className="copy">
      <button className="button" type="button" onClick={() => void copy()}>
        {label}
      </button>
      <output>{message?.text === text ? message.words : ""}</output>
    </span>
  )
}
