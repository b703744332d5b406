import type { z } from "zod"
import { CommandEnv } from "./command-variables"
import { warningsOf } from "./cross-checks"
import { type Config, faultsOf, InvalidConfigError, parseEnv } from "./env"
import { misspelledNames } from "./misspelled"
import { Env } from "./variables"

type Variables = Readonly<Record<string, string>>

/**
 * The configuration of this process. The server reads `process.env` in this file alone.
 *
 * `overrides` take precedence over the environment. The sandbox passes its own addresses here.
 *
 * @throws {InvalidConfigError}
 */
export function loadConfig(overrides: Variables = {}, options: Parameters<typeof parseEnv>[1] = {}): Config {
  const given = Object.entries(process.env).filter(([, value]) => value !== "")
  return parseEnv({ ...Object.fromEntries(given), ...overrides }, options)
}

/** Valid settings that are probably a mistake, by variable name and never by value. */
export function loadWarnings(): readonly string[] {
  const given = Object.entries(process.env).filter(([, value]) => value !== "")
  const parsed = Env.safeParse(Object.fromEntries(given))
  const misspelt = misspelledNames(
    given.map(([name]) => name),
    [...Object.keys(Env.shape), ...Object.keys(CommandEnv.shape)],
  )
  return [
    ...misspelt.map(({ name, meant }) => `${name}: is not read by this service. ${meant} is`),
    ...(parsed.success ? warningsOf(parsed.data) : []),
  ]
}

/** The variables that a command reads in addition to the configuration. @throws {InvalidConfigError} */
export function loadVariables<T extends z.ZodObject>(schema: T): z.output<T> {
  const parsed = schema.safeParse(process.env)
  if (parsed.success) return parsed.data
  const problems = [...faultsOf(parsed.error)].map(([name, message]) => {
    return `${name}: ${process.env[name] === undefined ? "It is not set." : message}`
  })
  throw new InvalidConfigError(problems)
}

/** True under `next dev`. */
export function isDevelopment(): boolean {
  return process.env["NODE_ENV"] === "development"
}
