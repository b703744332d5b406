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

type Asked = string | { readonly url: string }
type Network = (path: string, accept: string) => Response

const echoPath: Network = (path) => new Response(`fresh ${ORIGIN}${path}`)

/** The service worker with an inspectable cache and a scripted network. */
function worker({ hasRoom = true, isOnline = true, network = echoPath } = {}) {
  const listeners = new Map<string, (event: FetchEvent) => void>()
  const kept = new Map<string, Response>()
  const asked: string[] = []
  const shown: unknown[] = []
  let answers = network
  const addressOf = (request: Asked) => new URL(typeof request === "string" ? request : request.url, ORIGIN).href
  const fetchIt = (request: Asked, accept: string) => {
    const url = addressOf(request)
    asked.push(url.slice(ORIGIN.length))
    return isOnline
      ? Promise.resolve(answers(url.slice(ORIGIN.length), accept))
      : Promise.reject(new TypeError("no network"))
  }
  const cache = {
    put(request: Asked, response: Response) {
      if (!hasRoom) return Promise.reject(new DOMException("No room.", "QuotaExceededError"))
      kept.delete(addressOf(request))
      kept.set(addressOf(request), response)
      return Promise.resolve()
    },
    addAll: (paths: readonly string[]) =>
      Promise.all(paths.map(async (path) => cache.put(path, await fetchIt(path, "*/*")))).then(() => undefined),
    keys: () => Promise.resolve([...kept.keys()].map((url) => ({ url }))),
    delete: (request: { readonly url: string }) => Promise.resolve(kept.delete(request.url)),
  }
  const match = (request: Asked, { ignoreSearch = false } = {}) => {
    const address = addressOf(request)
    const pageOf = (url: string) => (ignoreSearch ? url.replace(/\?.*/, "") : url)
    const found = [...kept].find(([url]) => pageOf(url) === pageOf(address))
    return Promise.resolve(found?.[1].clone())
  }
  const createPanelHarness = {
    self: {
      location: { origin: ORIGIN },
      registration: {
        showNotification: (title: string, options: object) => Promise.resolve(void shown.push({ title, ...options })),
      },
      addEventListener: listeners.set.bind(listeners),
      skipWaiting: () => Promise.resolve(),
    },
    caches: { open: () => Promise.resolve({ ...cache, match }), match },
    fetch: (request: Asked, { headers }: { readonly headers?: { readonly Accept: string } } = {}) =>
      fetchIt(request, headers?.Accept ?? (typeof request === "string" ? "*/*" : "text/html")),
    URL,
    Promise,
  }
  runInContext(source, createContext(createPanelHarness))
  const textOf = async (path: string) => (await match(path))?.text()
  return {
    kept,
    asked,
    shown,
    push: async (text: string | null) => {
      const tasks: Promise<unknown>[] = []
      const data = text === null ? null : { json: (): unknown => JSON.parse(text) }
      listeners.get("push")?.({ data, waitUntil: (task: Promise<unknown>) => void tasks.push(task) } as never)
      await Promise.all(tasks)
    },
    textOf,
    /** From here on the network serves another release. */
    release: (next: Network) => void (answers = next),
    install: async () => {
      const tasks: Promise<unknown>[] = []
      listeners.get("install")?.({ waitUntil: (task) => void tasks.push(task) } as FetchEvent)
      await Promise.all(tasks)
    },
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

test("pages are network first, files cache first, and API calls are not handled", async () => {
  const { ask, kept } = worker()
  kept.set(`${ORIGIN}/markets`, new Response("old page"))
  kept.set(ORIGIN + FILE, new Response("kept file"))
  expect(await ask("/markets", "navigate")).toBe(`fresh ${ORIGIN}/markets`)
  expect(await ask(FILE)).toBe("kept file")
  expect(await ask("/api/signal/BTC")).toBeNull()
  expect(await kept.get(`${ORIGIN}/markets`)?.text()).toBe(`fresh ${ORIGIN}/markets`)
})

test("offline, a cached page is served unchanged, and any other page shows the receipts", async () => {
  const { ask, kept } = worker({ isOnline: false })
  kept.set(`${ORIGIN}/markets`, new Response("markets"))
  kept.set(`${ORIGIN}/receipts`, new Response("receipts"))
  expect(await ask("/markets", "navigate")).toBe("markets")
  expect(await ask("/markets?asset=ETH", "navigate"), "with another choice").toBe("markets")
  expect(await ask("/regime", "navigate")).toBe("receipts")
})

test("without storage, network responses still reach the page", async () => {
  const { ask, kept } = worker({ hasRoom: false })
  kept.set(`${ORIGIN}/markets`, new Response("old page"))
  kept.set(`${ORIGIN}/receipts`, new Response("receipts"))
  expect(await ask("/markets", "navigate")).toBe(`fresh ${ORIGIN}/markets`)
  expect(await ask("/regime", "navigate")).toBe(`fresh ${ORIGIN}/regime`)
  expect(await ask(FILE)).toBe(`fresh ${ORIGIN}${FILE}`)
})

test("the oldest cached pages are evicted first, and the receipts page stays", async () => {
  const { ask, kept } = worker()
  await ask("/receipts", "navigate")
  for (let index = 0; index < 60; index += 1) await ask(`/?utm=${index}`, "navigate")
  expect(kept.size).toBe(51)
  expect(kept.has(`${ORIGIN}/receipts`)).toBe(true)
  expect(kept.has(`${ORIGIN}/?utm=9`)).toBe(false)
  expect(kept.has(`${ORIGIN}/?utm=59`)).toBe(true)
})

/** Each page has a shared file and one of its own, both named by release. */
const releaseOf =
  (name: string): Network =>
  (path, accept) => {
    if (path === "/" && !accept.includes("text/html")) return Response.json({ service: "signal402" })
    if (/[.]/.test(path)) return new Response(`${path} of ${name}`)
    const own = path === "/" ? "home" : path.slice(1)
    return new Response(`<script src="/_next/static/shared-${name}.js"></script>"/_next/static/${own}-${name}.js"`)
  }

test("the cached home page includes its files", async () => {
  const { install, textOf, kept } = worker({ network: releaseOf("one") })
  await install()
  expect(await textOf("/")).toContain("<script")
  expect([...kept.keys()].map((url) => url.slice(ORIGIN.length)).toSorted()).toEqual([
    "/",
    "/_next/static/home-one.js",
    "/_next/static/receipts-one.js",
    "/_next/static/shared-one.js",
    "/icon.svg",
    "/manifest.webmanifest",
    "/receipts",
  ])
})

test("a page that fails to load is not cached, and the worker is installed later", async () => {
  const { install, kept } = worker({ network: () => new Response("busy", { status: 503 }) })
  await expect(install()).rejects.toThrow("/ answered 503.")
  expect(kept.size).toBe(0)
})

test.each(["/", "/markets"])("%s of another release updates the receipts page", async (path) => {
  const { install, ask, release, textOf, kept, asked } = worker({ network: releaseOf("one") })
  await install()
  await ask(path, "navigate")
  asked.length = 0
  await ask(path, "navigate")
  expect(asked, "the same release: nothing else is asked for").toEqual([path])
  release(releaseOf("two"))
  await ask(path, "navigate")
  expect(await textOf("/receipts")).toContain("receipts-two")
  expect(await textOf("/")).toContain("home-two")
  expect(await textOf(path)).toContain("shared-two")
  expect(kept.has(`${ORIGIN}/_next/static/receipts-two.js`)).toBe(true)
})

test("caching a release's shell is retried after a failure", async () => {
  const { install, ask, release, textOf } = worker({ network: releaseOf("one") })
  await install()
  release((path, accept) =>
    path === "/receipts" ? new Response("busy", { status: 503 }) : releaseOf("two")(path, accept),
  )
  expect(await ask("/", "navigate")).toContain("home-two")
  expect(await textOf("/receipts")).toContain("receipts-one")
  release(releaseOf("two"))
  await ask("/", "navigate")
  expect(await textOf("/receipts")).toContain("receipts-two")
})

test("files of the current shell are not evicted, and files of older shells are", async () => {
  const { install, ask, kept } = worker({ network: releaseOf("one") })
  await install()
  for (let index = 0; index < 310; index += 1) await ask(`/_next/static/old-${index}.js`)
  expect(kept.has(`${ORIGIN}/_next/static/receipts-one.js`)).toBe(true)
  expect(kept.has(`${ORIGIN}/_next/static/old-0.js`)).toBe(false)
  expect(kept.has(`${ORIGIN}/_next/static/old-309.js`)).toBe(true)
})

test("the icon is loaded from the network, and offline from the cache", async () => {
  const online = worker()
  online.kept.set(`${ORIGIN}/icon.svg`, new Response("old icon"))
  expect(await online.ask("/icon.svg")).toBe(`fresh ${ORIGIN}/icon.svg`)
  expect(await online.textOf("/icon.svg")).toBe(`fresh ${ORIGIN}/icon.svg`)
  const { ask, kept } = worker({ isOnline: false })
  kept.set(`${ORIGIN}/icon.svg`, new Response("old icon"))
  expect(await ask("/icon.svg?icon.1a2b.svg")).toBe("old icon")
})

test("a push message is shown and opens its page", async () => {
  const { push, shown } = worker()
  await push(JSON.stringify({ id: "a1", title: "BTC is above $1", body: "now", href: "/coins/BTC" }))
  const alert = { title: "BTC is above $1", body: "now", icon: "/icon.svg", tag: "signal402 a1" }
  expect(shown).toEqual([{ ...alert, data: { href: "/coins/BTC" } }])
})

test.each([
  null,
  "no JSON",
  "null",
  JSON.stringify({ id: "a1", title: "A", body: 1, href: "/" }),
  JSON.stringify({ id: "a1", title: "A", body: "", href: "https://other.example/" }),
])("the push message %j is ignored", async (text) => {
  const { push, shown } = worker()
  await push(text)
  expect(shown).toEqual([])
})
