import type { z } from "zod"
import { type Config, InvalidConfigError, parseEnv } from "./env"

/** The configuration of this process. The server reads `process.env` in this file alone. @throws {InvalidConfigError} */
export function loadConfig(): Config {
  return parseEnv(process.env)
}

/** The variables that a command reads beside a deployment's configuration. @throws {InvalidConfigError} */
export function loadVariables<T extends z.ZodObject>(schema: T): z.output<T> {
  const parsed = schema.safeParse(process.env)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => {
    const name = path.join(".")
    return `${name}: ${process.env[name] === undefined ? "It is not set." : message}`
  })
  throw new InvalidConfigError(problems)
}

/** True under `next dev`. */
export function isDevelopment(): boolean {
  return process.env["NODE_ENV"] === "development"
}
