import type { Config } from "@/lib/config/env"
import { loadConfig } from "@/lib/config/load"
import { singleton } from "./singleton"

/** The parsed configuration, once per process. @throws {InvalidConfigError} */
export function config(): Config {
  return singleton("config", loadConfig)
}
