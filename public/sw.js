/*
 * Opens the dashboard without a network: visited pages and their files. API answers are not cached here:
 * bought answers are in the page's storage, with their receipts.
 */

const CACHE = "signal402-1"
/** These pages are enough to reopen bought answers. */
const SHELL_PAGES = ["/", "/receipts"]
/** Files that have the same name in every release. */
const PLAIN_FILES = ["/icon.svg", "/manifest.webmanifest"]
/** The oldest files of earlier releases and the oldest pages are evicted beyond these limits. */
const MAX_FILES = 300
const MAX_PAGES = 50

self.addEventListener("install", (event) => {
  event.waitUntil(cacheShell().then(() => self.skipWaiting()))
})

self.addEventListener("activate", (event) => {
  event.waitUntil(deleteOtherCaches().then(() => self.clients.claim()))
})

self.addEventListener("fetch", (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== "GET" || url.origin !== self.location.origin || url.pathname.startsWith("/api")) return
  if (request.mode === "navigate") event.respondWith(networkFirst(event, "/receipts", cachePage))
  else if (PLAIN_FILES.includes(url.pathname)) event.respondWith(networkFirst(event, url.pathname, cacheFile))
  else if (isReleaseFile(url)) event.respondWith(cacheFirst(event))
})

self.addEventListener("push", (event) => {
  const alert = alertIn(event.data)
  if (alert === null) return
  const { id, title, body, href } = alert
  // A repeated message replaces the first one.
  const options = { body, icon: "/icon.svg", tag: `signal402 ${id}`, data: { href } }
  event.waitUntil(self.registration.showNotification(title, options))
})

/** `null` for a malformed message, or one with a link to another site. */
function alertIn(message) {
  try {
    const { id, title, body, href } = message.json()
    if (![id, title, body, href].every((part) => typeof part === "string")) return null
    return new URL(href, self.location.origin).origin === self.location.origin ? { id, title, body, href } : null
  } catch {
    return null
  }
}

self.addEventListener("notificationclick", (event) => {
  const { data } = event.notification
  event.notification.close()
  event.waitUntil(showPage(new URL(data.href, self.location.origin)))
})

/** Focuses the tab that shows the page, or opens a new tab. Other tabs stay as they are. */
async function showPage({ href }) {
  const pages = await self.clients.matchAll({ type: "window" })
  const page = pages.find((one) => one.url === href)
  return page === undefined ? self.clients.openWindow(href) : page.focus()
}

/** Release files have a hash of their content in their name. */
function isReleaseFile({ pathname }) {
  return pathname.startsWith("/_next/static/")
}

/** Network first, because a page contains this deployment's settings and a plain file may change. */
async function networkFirst(event, fallback, store) {
  const { request } = event
  try {
    const response = await fetch(request)
    cacheCopy(event, response, store)
    return response
  } catch (error) {
    // The query holds choices on a page, so the page without a query is a fallback.
    const cached =
      (await caches.match(request.url)) ??
      (await caches.match(request.url, { ignoreSearch: true })) ??
      (await caches.match(fallback))
    if (cached === undefined) throw error
    return cached
  }
}

/** Cache first, because the name of a release file changes with its content. */
async function cacheFirst(event) {
  const cached = await caches.match(event.request).catch(() => undefined)
  if (cached !== undefined) return cached
  const response = await fetch(event.request)
  cacheCopy(event, response, cacheFile)
  return response
}

/** Caches a copy in the background. The response is shown even if the browser cannot cache it. */
function cacheCopy(event, response, store) {
  if (!response.ok) return
  event.waitUntil(store(event.request.url, response.clone()).catch(() => undefined))
}

async function cacheFile(url, response) {
  const cache = await caches.open(CACHE)
  await cache.put(url, response)
  await evictOldest(cache)
}

/**
 * A page with other files than its cached copy is of another release; a new page may be. The shell is cached before the
 * page, so that a failure is repeated with the next page.
 */
async function cachePage(url, page) {
  const cache = await caches.open(CACHE)
  const [before, now] = await Promise.all([filesOf(await cache.match(url)), filesOf(page.clone())])
  if (now.toSorted().join() !== before.toSorted().join()) await cacheShell()
  await cacheFile(url, page)
}

/** Caches the files before the pages, so that every cached page has its files. */
async function cacheShell() {
  const cache = await caches.open(CACHE)
  const pages = await Promise.all(SHELL_PAGES.map(fetchPage))
  const files = await Promise.all(pages.map((page) => filesOf(page.clone())))
  const cached = new Set((await cache.keys()).map(({ url }) => url))
  const missing = [...new Set(files.flat())].filter((url) => !cached.has(url))
  await cache.addAll([...missing, ...PLAIN_FILES])
  await Promise.all(pages.map((page, index) => cache.put(SHELL_PAGES[index], page)))
}

/** Without `Accept: text/html`, "/" answers as the API does. */
async function fetchPage(path) {
  const page = await fetch(path, { headers: { Accept: "text/html" } })
  if (!page.ok) throw new Error(`${path} answered ${page.status}.`)
  return page
}

/** URLs of the files that a page references, each once; empty without a page. */
async function filesOf(page) {
  const text = (await page?.text()) ?? ""
  const paths = text.match(/\/_next\/static\/[\w./~-]+\.(?:js|css|woff2)/g) ?? []
  return [...new Set(paths)].map((path) => self.location.origin + path)
}

async function deleteOtherCaches() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))
}

/** Does not evict the shell's pages and files. */
async function evictOldest(cache) {
  const shell = new Set([...SHELL_PAGES, ...PLAIN_FILES].map((path) => self.location.origin + path))
  const others = (await cache.keys()).filter(({ url }) => !shell.has(url))
  const files = others.filter(({ url }) => isReleaseFile(new URL(url)))
  const pages = others.filter(({ url }) => !isReleaseFile(new URL(url)))
  const old = [...files.slice(0, -MAX_FILES), ...pages.slice(0, -MAX_PAGES)]
  if (old.length === 0) return
  const needed = await Promise.all(SHELL_PAGES.map(async (path) => filesOf(await cache.match(path))))
  const isNeeded = ({ url }) => needed.flat().includes(url)
  await Promise.all(old.filter((one) => !isNeeded(one)).map((one) => cache.delete(one)))
}
