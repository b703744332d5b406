import { maskSecrets } from "@/lib/client/mask-secrets"
import type { Token } from "./networks"

/** `error`: a client or the chain will refuse it. `warning`: it works, but not with every client. */
export type Finding = { readonly level: "error" | "warning"; readonly text: string }

/** One field of a message. */
export type Field = {
  /** `accepts[0].amount` */
  readonly path: string
  /** As text, shortened; `null`: the field is missing. */
  readonly value: string | null
  /** What the specification says about it, and what this value means. */
  readonly meaning: string
  readonly findings: readonly Finding[]
}

export type DecodeContext = {
  readonly nowMs: number
  /** Tokens known besides those of the official packages. */
  readonly tokens: readonly Token[]
}

export const error = (text: string): Finding => ({ level: "error", text })
export const warning = (text: string): Finding => ({ level: "warning", text })

export type Json = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** A rule for one field of an object. */
export type Rule = {
  readonly key: string
  readonly meaning: string
  /** Without it the message is refused. */
  readonly isRequired?: boolean
  /** Errors and warnings of a present value, and a sentence about it. */
  readonly check?: (value: unknown) => Checked
  /** Fields below it. */
  readonly inside?: (value: unknown, path: string) => readonly Field[]
}

export type Checked = { readonly says?: string; readonly findings?: readonly Finding[] }

const MAX_VALUE_LENGTH = 240

/** Of a field without a meaning. */
const MAX_UNKNOWN_LENGTH = 100

/** Longer lists would freeze the page. */
const MAX_UNKNOWN_KEYS = 50

/**
 * Explains the fields of an object in the order of the rules, and those without a rule after them.
 *
 * @param prefix path of the object, with a final dot; empty at the top
 */
export function explain(value: Json, rules: readonly Rule[], prefix = ""): readonly Field[] {
  const known = rules.flatMap((rule) => explainOne(value, rule, prefix))
  const names = new Set(rules.map(({ key }) => key))
  const unknown = Object.keys(value).filter((key) => !names.has(key))
  return [
    ...known,
    ...unknown.slice(0, MAX_UNKNOWN_KEYS).map((key) => ({
      path: prefix + key,
      value: textOf(value[key], MAX_UNKNOWN_LENGTH),
      meaning: "Not a field of the specification. Clients ignore it.",
      findings: [],
    })),
  ]
}

function explainOne(value: Json, rule: Rule, prefix: string): readonly Field[] {
  const { key, meaning, isRequired = false, check, inside } = rule
  const path = prefix + key
  const present = Object.hasOwn(value, key) ? value[key] : undefined
  if (present === undefined || present === null) {
    if (!isRequired) return []
    return [{ path, value: null, meaning, findings: [error(`${key} is missing.`)] }]
  }
  const { says, findings = [] } = check?.(present) ?? {}
  const below = inside?.(present, path) ?? []
  return [
    {
      path,
      value: below.length > 0 ? briefOf(present) : textOf(present),
      meaning: says === undefined ? meaning : `${meaning} ${says}`,
      findings,
    },
    ...below,
  ]
}

function briefOf(value: unknown): string {
  return Array.isArray(value) ? `${value.length} ${value.length === 1 ? "entry" : "entries"}` : "object"
}

/** A value as a short text without secrets. */
export function textOf(value: unknown, most = MAX_VALUE_LENGTH): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined")
  const masked = maskSecrets(text)
  return masked.length > most ? `${masked.slice(0, most)}…` : masked
}
