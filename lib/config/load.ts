import { type Config, parseEnv } from "./env"

/** The configuration of this process. The only reader of `process.env`. @throws {InvalidConfigError} */
export function loadConfig(): Config {
  return parseEnv(process.env)
}
