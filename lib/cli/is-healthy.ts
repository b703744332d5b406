/**
 * Whether a server says that it is healthy. The answer is read to its end: left unread it holds its connection, and a
 * server that is told to end waits seconds for that.
 */
export async function isHealthy(origin: string): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/api/health`)
    await response.text()
    return response.ok
  } catch {
    return false
  }
}
