import type { Version } from "./checks"
import { error, type Json, type Rule } from "./field"

export function versionRule(version: Version): Rule {
  return {
    key: "x402Version",
    meaning: "Version of the protocol.",
    isRequired: true,
    check: (value) => {
      if (value === version) return {}
      if (typeof value === "string") return { findings: [error("Must be a number, without quotes.")] }
      return { findings: [error("Must be 1 or 2.")] }
    },
  }
}

/** The version that a message follows: as it says, else by its fields. */
export function versionOf(value: Json, fallback: Version): Version {
  const named = value["x402Version"]
  if (named === 1 || named === "1") return 1
  return named === 2 || named === "2" ? 2 : fallback
}
