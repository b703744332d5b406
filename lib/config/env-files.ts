import nextEnv from "@next/env"

/**
 * Lays the files that the server reads (.env, .env.local, .env.production, …) under the environment of a command, as
 * `next start` does: what is set already stays. Returns the names of the files.
 */
export function loadEnvFiles(folder: string): readonly string[] {
  const log = { info: () => undefined, error: console.error }
  const { loadedEnvFiles } = nextEnv.loadEnvConfig(folder, false, log, true)
  return loadedEnvFiles.map(({ path }) => path)
}
