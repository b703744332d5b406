/** What a document or a list of tools says of one thing that can be asked for. */
export type Candidate<T> = {
  readonly text: string
  /** US dollars; 0: free. */
  readonly price: number
  readonly parameters: readonly Parameter[]
  readonly source: T
}

export type Parameter = {
  readonly name: string
  readonly required: boolean
  readonly type: string
  readonly choices: readonly string[]
  readonly description: string
}

export type Choice<T> = Candidate<T> & { readonly args: Readonly<Record<string, string | number>> }

/**
 * The candidate whose text shares the rarest words with the need, the cheaper one of equals, and its arguments: choices and
 * numbers that the need names. It knows no word of this service.
 *
 * @throws {Error} when no candidate shares a word, or a required argument is not in the need
 */
export function choose<T>(need: string, candidates: readonly Candidate<T>[]): Choice<T> {
  const wanted = new Set(wordsOf(need))
  const known = candidates.map((candidate) => ({ candidate, words: new Set(wordsOf(candidate.text)) }))
  const rarity = (word: string) => Math.log(1 + candidates.length / known.filter(({ words }) => words.has(word)).length)
  const scored = known.map(({ candidate, words }) => {
    const shared = [...wanted].filter((word) => words.has(word))
    return { candidate, score: shared.reduce((sum, word) => sum + rarity(word), 0) }
  })
  const [best] = scored.toSorted((a, b) => b.score - a.score || a.candidate.price - b.candidate.price)
  if (best === undefined || best.score === 0) throw new Error(`Nothing is described by words of: ${need}`)
  return { ...best.candidate, args: argumentsOf(need, best.candidate.parameters) }
}

function argumentsOf(need: string, parameters: readonly Parameter[]): Record<string, string | number> {
  const args: Record<string, string | number> = {}
  for (const { name, required, type, choices, description } of parameters) {
    const named = choices.find((choice) => new RegExp(`\\b${choice}\\b`).test(need))
    // A number belongs to the parameter whose name or unit follows it.
    const unit = [name, ...wordsOf(description)].join("|")
    const number = new RegExp(`(\\d[\\d.]*) (?:${unit})s?\\b`, "i").exec(need)?.[1]
    const value =
      named ?? (number === undefined || choices.length > 0 ? undefined : type === "string" ? number : Number(number))
    if (value !== undefined && (required || named !== undefined || need.includes(name))) args[name] = value
    if (required && args[name] === undefined) throw new Error(`The need does not say "${name}": ${description}`)
  }
  return args
}

/** Words of three letters or more, without the s of a plural. */
function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[a-z]{3,}/g) ?? []).map((word) => word.replace(/s$/, ""))
}
