import nextEnv from "@next/env"

/** The names of the files are told by the command; what is wrong with one belongs on standard error. */
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
