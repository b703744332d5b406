import { readFileSync } from "node:fs"
import { createContext, runInContext } from "node:vm"
import { expect, test } from "vitest"

const ORIGIN = "https://signal402.example"
const source = readFileSync("public/sw.js", "utf8")

type FetchEvent = {
  readonly request: { readonly method: string; readonly mode: string; readonly url: string }
  readonly respondWith: (response: Promise<Response>) => void
  readonly waitUntil: (task: Promise<unknown>) => void
}

/** The worker with a cache that a test looks into, and a network that answers with its own words. */
function worker({ hasRoom = true, isOnline = true } = {}) {
  const listeners = new Map<string, (event: FetchEvent) => void>()
  const kept = new Map<string, Response>()
  const addressOf = (request: string | { readonly url: string }) =>
    new URL(typeof request === "string" ? request : request.url, ORIGIN).href
  const cache = {
    put(request: string | { readonly url: string }, response: Response) {
      if (!hasRoom) return Promise.reject(new DOMException("No room.", "QuotaExceededError"))
      kept.delete(addressOf(request))
      kept.set(addressOf(request), response)
      return Promise.resolve()
    },
    keys: () => Promise.resolve([...kept.keys()].map((url) => ({ url }))),
    delete: (request: { readonly url: string }) => Promise.resolve(kept.delete(request.url)),
  }
  const match = (request: string | { readonly url: string }) => Promise.resolve(kept.get(addressOf(request))?.clone())
  const world = {
    self: { location: { origin: ORIGIN }, addEventListener: listeners.set.bind(listeners) },
    caches: { open: () => Promise.resolve({ ...cache, match }), match },
    fetch: ({ url }: { readonly url: string }) =>
      isOnline ? Promise.resolve(new Response(`fresh ${url}`)) : Promise.reject(new TypeError("no network")),
    URL,
    Promise,
  }
  runInContext(source, createContext(world))
  return {
    kept,
    ask: async (path: string, mode = "no-cors"): Promise<string | null> => {
      let answer: Promise<Response> | null = null
      const tasks: Promise<unknown>[] = []
      listeners.get("fetch")?.({
        request: { method: "GET", mode, url: ORIGIN + path },
        respondWith(response) {
          answer = response
        },
        waitUntil: (task) => void tasks.push(task),
      })
      if (answer === null) return null
      const text = await (await (answer as Promise<Response>)).text()
      await Promise.all(tasks)
      return text
    },
  }
}

const FILE = "/_next/static/chunks/a.js"

test("a page comes from the network, a file from what is kept, and an answer of the API is left alone", async () => {
  const { ask, kept } = worker()
  kept.set(`${ORIGIN}/markets`, new Response("old page"))
  kept.set(ORIGIN + FILE, new Response("kept file"))
  expect(await ask("/markets", "navigate")).toBe(`fresh ${ORIGIN}/markets`)
  expect(await ask(FILE)).toBe("kept file")
  expect(await ask("/api/signal/BTC")).toBeNull()
  expect(await kept.get(`${ORIGIN}/markets`)?.text()).toBe(`fresh ${ORIGIN}/markets`)
})

test("without a network a page that was seen is shown as it was, and any other as the receipts", async () => {
  const { ask, kept } = worker({ isOnline: false })
  kept.set(`${ORIGIN}/markets`, new Response("markets"))
  kept.set(`${ORIGIN}/receipts`, new Response("receipts"))
  expect(await ask("/markets", "navigate")).toBe("markets")
  expect(await ask("/regime", "navigate")).toBe("receipts")
})

test("a browser without room shows what the network brought all the same", async () => {
  const { ask, kept } = worker({ hasRoom: false })
  kept.set(`${ORIGIN}/markets`, new Response("old page"))
  kept.set(`${ORIGIN}/receipts`, new Response("receipts"))
  expect(await ask("/markets", "navigate")).toBe(`fresh ${ORIGIN}/markets`)
  expect(await ask("/regime", "navigate")).toBe(`fresh ${ORIGIN}/regime`)
  expect(await ask(FILE)).toBe(`fresh ${ORIGIN}${FILE}`)
})

test("pages under many addresses are dropped, the oldest first, and never the receipts", async () => {
  const { ask, kept } = worker()
  await ask("/receipts", "navigate")
  for (let index = 0; index < 60; index += 1) await ask(`/?utm=${index}`, "navigate")
  expect(kept.size).toBe(51)
  expect(kept.has(`${ORIGIN}/receipts`)).toBe(true)
  expect(kept.has(`${ORIGIN}/?utm=9`)).toBe(false)
  expect(kept.has(`${ORIGIN}/?utm=59`)).toBe(true)
})
