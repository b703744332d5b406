import { object, text, type Version } from "./checks"
import {
  type Checked,
  type DecodeContext,
  error,
  explain,
  type Field,
  isObject,
  type Json,
  type Rule,
  textOf,
  warning,
} from "./field"
import { explainRequirements, resourceFields } from "./requirements"
import { versionRule } from "./version"

/** More entries would freeze the page. */
const MAX_ENTRIES = 20

const EXTENSIONS: Readonly<Record<string, string>> = {
  bazaar: "How to call it, for directories.",
  "payment-identifier": "The client may name its payment, so that a repeated request is not charged twice.",
  "sign-in-with-x": "The wallet can sign in instead, to fetch what it has bought.",
  "offer-receipt": "Offers and receipts that the service signs.",
}

/** A 402: the `PAYMENT-REQUIRED` header (version 2) or the JSON body (version 1). */
export function explainChallenge(value: Json, version: Version, context: DecodeContext): readonly Field[] {
  return explain(value, [
    versionRule(version),
    {
      key: "error",
      meaning: "Why the request was not answered, as a code.",
      isRequired: false,
      check: text,
    },
    ...(version === 2
      ? [
          {
            key: "resource",
            meaning: "What is paid for.",
            isRequired: true,
            check: checkResource,
            inside: resourceFields,
          },
        ]
      : []),
    {
      key: "accepts",
      meaning: "The ways to pay. The client chooses one.",
      isRequired: true,
      check: checkAccepts,
      inside: (entries, path) =>
        Array.isArray(entries)
          ? entries
              .slice(0, MAX_ENTRIES)
              .flatMap((entry, index) => entryFields(entry, `${path}[${index}]`, version, context))
          : [],
    },
    ...(version === 2
      ? [{ key: "extensions", meaning: "What the service offers besides.", check: object, inside: extensionFields }]
      : []),
  ])
}

function entryFields(entry: unknown, path: string, version: Version, context: DecodeContext): readonly Field[] {
  if (isObject(entry)) return explainRequirements(entry, `${path}.`, version, context)
  return [{ path, value: textOf(entry), meaning: "A way to pay.", findings: [error("Must be an object.")] }]
}

function checkResource(value: unknown): Checked {
  if (isObject(value)) return {}
  return { findings: [error('Must be an object with "url". A string here is the form of version 1.')] }
}

function checkAccepts(value: unknown): Checked {
  if (!Array.isArray(value)) return { findings: [error("Must be a list.")] }
  if (value.length === 0) return { findings: [error("Empty: nobody can pay.")] }
  return value.length > MAX_ENTRIES ? { findings: [warning(`Only the first ${MAX_ENTRIES} entries are shown.`)] } : {}
}

function extensionFields(value: unknown, path: string): readonly Field[] {
  if (!isObject(value)) return []
  const rules = Object.keys(EXTENSIONS).map((key): Rule => ({ key, meaning: EXTENSIONS[key] ?? "", check: object }))
  return explain(value, rules, `${path}.`)
}
