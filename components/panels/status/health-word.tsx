import type { Health } from "@/lib/client/health"

/** The state of a part as a sign and a word, because colour alone is not accessible. */
export const healthLabels = {
  ok: { glyph: "●", word: "Works" },
  degraded: { glyph: "◐", word: "Degraded" },
  down: { glyph: "○", word: "Down" },
} as const

export function HealthWord({ status }: { readonly status: Health["status"] }) {
  const { glyph, word } = healthLabels[status]
  return (
    <span className="health-word" data-status={status}>
      <span aria-hidden="true">{glyph}</span> {word}
    </span>
  )
}
