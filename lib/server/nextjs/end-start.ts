/*
 * The server listens before the service is loaded, and Next.js would only log what fails then. Nothing is imported here,
 * because the cause may be in any import.
 */

/** A library that was built for another machine, or is not there. */
const LOAD_FAULT = /Cannot find (?:module|package)|ERR_DLOPEN_FAILED|Failed to load external module|invalid ELF header/

/** Says why the service cannot start, and ends the process with 1. */
export function endStart(error: unknown): never {
  process.stderr.write(`${startFailure(error)}\n`)
  process.exit(1)
}

/** The sentence of a failed start, with its causes. */
export function startFailure(error: unknown): string {
  const causes = causesOf(error).map(({ code, message }) => `  because: ${message}${code === "" ? "" : ` (${code})`}`)
  const isLoadFault = causes.some((line) => LOAD_FAULT.test(line))
  const what = isLoadFault
    ? `The service cannot start: a library cannot be loaded on this machine (${process.platform}, ${process.arch}, Node ${process.version}). ` +
      "Run npm ci here, with the same Node as the server; files of node_modules that another system installed do not work."
    : "The service cannot start."
  return [what, ...causes].join("\n")
}

const MAX_CAUSES = 5

function causesOf(error: unknown): readonly { readonly message: string; readonly code: string }[] {
  const causes = []
  for (let cause = error; cause !== undefined && cause !== null && causes.length < MAX_CAUSES;) {
    const known = cause instanceof Error ? cause : new Error(typeof cause === "string" ? cause : JSON.stringify(cause))
    // Foreign messages may quote a URL, and the URL of a node or a database may contain a key.
    const message = (known.message.split("\n")[0] || known.name).replace(/\b([a-z][a-z\d+.-]*):\/\/\S+/gi, "$1://…")
    causes.push({ message, code: "code" in known && typeof known.code === "string" ? known.code : "" })
    cause = known.cause
  }
  return causes
}
