/** The first answer of `npm run dev` is compiled before it is given. */
const DEADLINE_MS = 30_000

/**
 * Whether a server says that it is healthy. The answer is read to its end: left unread it holds its connection, and a
 * server that receives SIGTERM waits seconds for that.
 */
export async function isHealthy(origin: string, signal?: AbortSignal): Promise<boolean> {
  const deadline = AbortSignal.timeout(DEADLINE_MS)
  try {
    const response = await fetch(`${origin}/api/health`, {
      signal: AbortSignal.any([deadline, ...(signal ? [signal] : [])]),
    })
    await response.text()
    return response.ok
  } catch {
    return false
  }
}
