/*
 * Opens the dashboard without a network: pages that were seen, and the files they are made of. Answers of the API are
 * never kept here. What was bought lies in the page's own storage, with its receipt.
 */

const CACHE = "signal402-1"
/** Enough to reopen what was bought. */
const SHELL = ["/", "/receipts", "/icon.svg", "/manifest.webmanifest"]
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
  if (request.mode === "navigate") event.respondWith(freshPage(event))
  else if (isFile(url)) event.respondWith(keptFile(event))
})

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

function isFile({ pathname }) {
  return pathname.startsWith("/_next/static/") || pathname === "/icon.svg" || pathname === "/manifest.webmanifest"
}

/** A page carries this deployment's settings, so the network goes first. */
async function freshPage(event) {
  const { request } = event
  try {
    const response = await fetch(request)
    keep(event, response)
    return response
  } catch (error) {
    const kept = (await caches.match(request.url)) ?? (await caches.match("/receipts"))
    if (kept === undefined) throw error
    return kept
  }
}

/** Files are named by their content: what is kept is right. */
async function keptFile(event) {
  const kept = await caches.match(event.request).catch(() => undefined)
  if (kept !== undefined) return kept
  const response = await fetch(event.request)
  keep(event, response)
  return response
}

/** Behind the answer's back: a browser without room, or one that keeps nothing, shows what has come all the same. */
function keep(event, response) {
  if (!response.ok) return
  const copy = response.clone()
  const kept = caches.open(CACHE).then(async (cache) => {
    await cache.put(event.request.url, copy)
    await dropOldest(cache)
  })
  event.waitUntil(kept.catch(() => undefined))
}

async function keepShell() {
  const cache = await caches.open(CACHE)
  await cache.addAll(SHELL)
  const pages = await Promise.all(["/", "/receipts"].map((path) => cache.match(path)))
  const texts = await Promise.all(pages.map((page) => page.text()))
  const files = new Set(texts.flatMap((text) => text.match(/\/_next\/static\/[\w./~-]+\.(?:js|css|woff2)/g) ?? []))
  await cache.addAll([...files])
}

async function dropOthers() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))
}

async function dropOldest(cache) {
  const shell = new Set(SHELL.map((path) => self.location.origin + path))
  const others = (await cache.keys()).filter(({ url }) => !shell.has(url))
  const files = others.filter(({ url }) => isFile(new URL(url)))
  const pages = others.filter(({ url }) => !isFile(new URL(url)))
  const old = [...files.slice(0, -MOST_FILES), ...pages.slice(0, -MOST_PAGES)]
  await Promise.all(old.map((one) => cache.delete(one)))
}
