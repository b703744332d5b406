import { Agent, get } from "node:http"

export type Reply = { readonly status: number; readonly durationMs: number }

const agent = new Agent({ keepAlive: true, maxSockets: 512 })

/** One GET over a kept connection, read to the end. */
export function ask(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
  const startedMs = performance.now()
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { ...headers } }, (response) => {
      response.on("error", reject)
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, durationMs: performance.now() - startedMs })
      })
      response.resume()
    })
    request.on("error", (error: NodeJS.ErrnoException) => {
      // The server has closed a kept connection at the same moment. It has not read this request.
      if (error.code === "ECONNRESET" && request.reusedSocket) resolve(ask(url, headers))
      else reject(error)
    })
  })
}

/** Requests per second that `connections` clients get answered, each asking again at once. */
export async function throughput(url: string, expected: number, durationMs: number, connections = 16): Promise<number> {
  const startedMs = performance.now()
  let answered = 0
  const client = async () => {
    while (performance.now() - startedMs < durationMs) {
      const { status } = await ask(url)
      if (status !== expected) throw new Error(`GET ${url} answered ${status}, not ${expected}.`)
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  return (answered * 1_000) / (performance.now() - startedMs)
}

export async function inOrder<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = []
  for (const item of items) results.push(await work(item))
  return results
}
