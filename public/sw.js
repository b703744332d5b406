/*
 * Opens the dashboard without a network: pages that were seen, and the files they are made of. Answers of the API are
 * never kept here. What was bought lies in the page's own storage, with its receipt.
 */

const CACHE = "signal402-1"
/** Enough to reopen what was bought. */
const SHELL_PAGES = ["/", "/receipts"]
/** The same name in every release. */
const PLAIN_FILES = ["/icon.svg", "/manifest.webmanifest"]
/** Files of older versions are dropped, the oldest first, and pages under the many addresses that links may have. */
const MOST_FILES = 300
const MOST_PAGES = 50

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()))
})

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOthers().then(() => self.clients.claim()))
})

self.addEventListener("fetch", (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== "GET" || url.origin !== self.location.origin || url.pathname.startsWith("/api")) return
  if (request.mode === "navigate") event.respondWith(fresh(event, "/receipts", keepPage))
  else if (PLAIN_FILES.includes(url.pathname)) event.respondWith(fresh(event, url.pathname, keepFile))
  else if (isReleaseFile(url)) event.respondWith(keptFile(event))
})

self.addEventListener("push", (event) => {
  const alert = alertIn(event.data)
  if (alert === null) return
  const { id, title, body, href } = alert
  // A message that arrives twice replaces itself.
  const options = { body, icon: "/icon.svg", tag: `signal402 ${id}`, data: { href } }
  event.waitUntil(self.registration.showNotification(title, options))
})

/** `null` for a message of another form, or with a link to another site. */
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

/** The tab that has it open, or another one: what is under way in a tab is not left for a notice. */
async function showPage({ href }) {
  const pages = await self.clients.matchAll({ type: "window" })
  const page = pages.find((one) => one.url === href)
  return page === undefined ? self.clients.openWindow(href) : page.focus()
}

/** Named by its content. */
function isReleaseFile({ pathname }) {
  return pathname.startsWith("/_next/static/")
}

/** A page carries this deployment's settings, and a plain file may change: the network goes first. */
async function fresh(event, fallback, keepIt) {
  const { request } = event
  try {
    const response = await fetch(request)
    keep(event, response, keepIt)
    return response
  } catch (error) {
    // What was chosen on a page stands in its address, and makes no other page of it.
    const kept =
      (await caches.match(request.url)) ??
      (await caches.match(request.url, { ignoreSearch: true })) ??
      (await caches.match(fallback))
    if (kept === undefined) throw error
    return kept
  }
}

/** What is kept under a name made from its content is right. */
async function keptFile(event) {
  const kept = await caches.match(event.request).catch(() => undefined)
  if (kept !== undefined) return kept
  const response = await fetch(event.request)
  keep(event, response, keepFile)
  return response
}

/** Behind the answer's back: a browser without room, or one that keeps nothing, shows what has come all the same. */
function keep(event, response, keepIt) {
  if (!response.ok) return
  event.waitUntil(keepIt(event.request.url, response.clone()).catch(() => undefined))
}

async function keepFile(url, response) {
  const cache = await caches.open(CACHE)
  await cache.put(url, response)
  await dropOldest(cache)
}

/**
 * A page made of other files than the kept one is of another release, and one not seen before may be. The shell goes
 * first, so that one that could not be kept is tried again.
 */
async function keepPage(url, page) {
  const cache = await caches.open(CACHE)
  const [before, now] = await Promise.all([filesOf(await cache.match(url)), filesOf(page.clone())])
  if (now.toSorted().join() !== before.toSorted().join()) await keepShell()
  await keepFile(url, page)
}

/** The pages last: what is kept of them is whole. */
async function keepShell() {
  const cache = await caches.open(CACHE)
  const pages = await Promise.all(SHELL_PAGES.map(fetchPage))
  const files = await Promise.all(pages.map((page) => filesOf(page.clone())))
  const kept = new Set((await cache.keys()).map(({ url }) => url))
  const missing = [...new Set(files.flat())].filter((url) => !kept.has(url))
  await cache.addAll([...missing, ...PLAIN_FILES])
  await Promise.all(pages.map((page, index) => cache.put(SHELL_PAGES[index], page)))
}

/** A program that asks for "/" is given the API's own answer. */
async function fetchPage(path) {
  const page = await fetch(path, { headers: { Accept: "text/html" } })
  if (!page.ok) throw new Error(`${path} answered ${page.status}.`)
  return page
}

/** Addresses of the files that a page names, each once; none for a page that is not there. */
async function filesOf(page) {
  const text = (await page?.text()) ?? ""
  const paths = text.match(/\/_next\/static\/[\w./~-]+\.(?:js|css|woff2)/g) ?? []
  return [...new Set(paths)].map((path) => self.location.origin + path)
}

async function dropOthers() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))
}

/** What the shell is made of stays, however old. */
async function dropOldest(cache) {
  const shell = new Set([...SHELL_PAGES, ...PLAIN_FILES].map((path) => self.location.origin + path))
  const others = (await cache.keys()).filter(({ url }) => !shell.has(url))
  const files = others.filter(({ url }) => isReleaseFile(new URL(url)))
  const pages = others.filter(({ url }) => !isReleaseFile(new URL(url)))
  const old = [...files.slice(0, -MOST_FILES), ...pages.slice(0, -MOST_PAGES)]
  if (old.length === 0) return
  const needed = await Promise.all(SHELL_PAGES.map(async (path) => filesOf(await cache.match(path))))
  const isNeeded = ({ url }) => needed.flat().includes(url)
  await Promise.all(old.filter((one) => !isNeeded(one)).map((one) => cache.delete(one)))
}
