import type { Config } from "@/lib/config/env"
import { loadConfig } from "@/lib/config/load"
import { singleton } from "@/lib/nextjs/singleton"

/** The configuration of this process, parsed once. @throws {InvalidConfigError} */
export function config(): Config {
  return singleton("config", loadConfig)
}
