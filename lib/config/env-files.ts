import nextEnv from "@next/env"
import { Env } from "./variables"

/** The command prints the names of the files; faults in them go to standard error. */
const log = {
  info: () => undefined,
  error: (...words: readonly unknown[]) => void process.stderr.write(`${words.join(" ")}\n`),
}

/**
 * Lays the files that the server reads (.env, .env.local, .env.production, …) under the environment of a command, as
 * `next start` does: what is set already stays. Returns the names of the files.
 */
export function loadEnvFiles(folder: string): readonly string[] {
  const { loadedEnvFiles } = nextEnv.loadEnvConfig(folder, false, log, true)
  return loadedEnvFiles.map(({ path }) => path)
}

/**
 * Every variable of a deployment, blank: what is set already stays, so a server that is started with these reads nothing of
 * a deployment from files. A sandbox beside a filled `.env` must not reach its database or its facilitator.
 */
export const BLANK_VARIABLES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(Env.shape).map((name) => [name, ""]),
)
