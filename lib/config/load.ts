import { type Config, parseEnv } from "./env"

/** The configuration of this process. `process.env` is read in this file alone. @throws {InvalidConfigError} */
export function loadConfig(): Config {
  return parseEnv(process.env)
}

/** True under `next dev`. */
export function isDevelopment(): boolean {
  return process.env["NODE_ENV"] === "development"
}
