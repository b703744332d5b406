import nextEnv from "@next/env"
import { Env } from "@/lib/server/config/variables"

/** The command prints the names of the files. Errors in the files go to standard error. */
const log = {
  info: () => undefined,
  error: (...words: readonly unknown[]) => void process.stderr.write(`${words.join(" ")}\n`),
}

/**
 * Adds the variables of the files that the server reads (.env, .env.local, .env.production, …) to the environment of a
 * command, as `next start` does: variables that are set keep their value. Returns the names of the files.
 */
export function loadEnvFiles(folder: string): readonly string[] {
  const { loadedEnvFiles } = nextEnv.loadEnvConfig(folder, false, log, true)
  return loadedEnvFiles.map(({ path }) => path)
}

/**
 * Every variable of a deployment with an empty value. Variables that are set keep their value, so a server that is started
 * with these reads none from files: a sandbox in a folder with a `.env` must not use that database or facilitator.
 */
export const BLANK_VARIABLES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(Env.shape).map((name) => [name, ""]),
)
