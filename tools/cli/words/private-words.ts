import { NAMES } from "./former-names"

/** One entry of the word list. `use`: the word to write instead, or the rule. */
export type PrivateWord = { readonly pattern: RegExp; readonly use: string }

const word = (pattern: string, use: string, flags = "g"): PrivateWord => ({ pattern: new RegExp(pattern, flags), use })

/** Parts of a name (`openTill`, `till.ts`, `TILL_PORT`) and words of prose. Matched in any case. */
const WORDS: Readonly<Record<string, string>> = {
  till: "PaymentService; in prose: until",
  tills: "payment services",
  purse: "SpendLimiter, budget",
  heir: "useFocusFallback",
  doorman: "limiter",
  weather: "MarketRegime, fault-injection",
  stormy: "withFaults",
  spoken: "isInUse",
  owed: "payable, PaymentToSettle",
  overdraft: "SpendGuard",
  blame: "penalize",
  blamable: "isPenalizable",
  blamed: "penalized",
  desk: "facilitator, context, cache",
  desks: "answer caches",
  handovers: "FacilitatorSubmissions",
  anxious: "FAST_POLL_MS",
  fates: "tableMigration",
  crowd: "batch, payers",
  shop: "server-process, service",
  shops: "services",
  strangers: "untrusted callers",
  stranger: "untrusted caller",
  lane: "api fast path",
  anew: "again; --replace",
  surroundings: "environment",
  mishap: "fault",
  mishaps: "faults",
  rung: "LadderLevel",
  rungs: "ladderLevels",
  ballot: "CategorizedVote",
  ballots: "categorizedVotes",
  deaths: "kills",
}

/** The old form of limits. */
const PREFIXES: readonly PrivateWord[] = [
  word(String.raw`\b(?:MOST|LONGEST|SHORTEST|FEWEST|LEAST|WIDEST|LARGEST|SMALLEST)_[A-Z]\w*`, "MAX_… or MIN_…"),
]

/** Phrases of comments, test titles, errors and docs. */
const PHRASES: readonly PrivateWord[] = [
  word(
    String.raw`(?:^|[.:;!?]|//|/\*\*|\*|["\x60])\s*Who(?:ever)? (?![^.\n]*\?)`,
    "a noun: The caller, A client",
    "gm",
  ),
  word(String.raw`\bwho asks\b`, "the caller", "gi"),
  word(String.raw`\bOf (?:one|two|those|many|several|what) (?:that|who|which|is|was|are)\b`, "subject first"),
  word(String.raw`\b(?:is|are|was|were|be|been) told\b`, "receives, is configured", "gi"),
  word(String.raw`\bunless (?:told|said)\b`, "by default", "gi"),
  word(String.raw`\ball the same\b`, "still", "gi"),
  word(
    String.raw`(?<!\b[Tt]here )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|later\b|earlier\b|greater\b|better\b|newer\b|wider\b|narrower\b)[a-z]+`,
    "is not a …",
  ),
  word(String.raw`\bno news\b`, "unchanged", "gi"),
  word(String.raw`\bin the house\b`, "internal", "gi"),
  word(String.raw`\b(?:has|have) had enough\b`, "closed", "gi"),
  word(String.raw`\b(?:its|their|whose) word\b`, "its answer", "gi"),
  word(String.raw`\b(?:says|said) so\b`, "reports it", "gi"),
  word(String.raw`\bnobody (?:asks|asked|waits|hears|heard|reads|knows)\b`, "name the caller", "gi"),
  word(String.raw`\bis another'?s\b`, "belongs to", "gi"),
  word(String.raw`\bcomes of (?:it|that|this)\b`, "results", "gi"),
  word(String.raw`\bgoes without\b`, "has none", "gi"),
]

/** A pattern for many words; `useOf` returns the replacement of a match. */
type WordPattern = { readonly pattern: RegExp; readonly useOf: (found: string) => string }

const instead = new Map(Object.entries(WORDS))

/** Everything that the check looks for. */
export const privateWords: readonly WordPattern[] = [
  {
    pattern: new RegExp(String.raw`\b(?:${Object.keys(NAMES).join("|")})\b`, "g"),
    useOf: (found) => NAMES[found] ?? "",
  },
  // `till` and `TILL` in prose, `till_port`, `TILL_PORT`; then `openTill`, `Till`.
  ...[
    String.raw`(?<![A-Za-z])(?:${alternatives((name) => `${name}|${name.toUpperCase()}`)})(?![a-z])`,
    String.raw`(?<![A-Z])(?:${alternatives((name) => name.charAt(0).toUpperCase() + name.slice(1))})(?![a-z])`,
  ].map((pattern) => ({
    pattern: new RegExp(pattern, "g"),
    useOf: (found: string) => instead.get(found.toLowerCase()) ?? "",
  })),
  ...[...PREFIXES, ...PHRASES].map(({ pattern, use }) => ({ pattern, useOf: () => use })),
]

function alternatives(formsOf: (name: string) => string): string {
  return [...instead.keys()].map(formsOf).join("|")
}
