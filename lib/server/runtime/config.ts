import type { Config } from "@/lib/server/config/env"
import { loadConfig } from "@/lib/server/config/load"
import { singleton } from "@/lib/server/nextjs/singleton"

/** The configuration of this process, parsed once. @throws {InvalidConfigError} */
export function config(): Config {
  return singleton("config", loadConfig)
}
