import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { HTMLElement, type Node, parse } from "node-html-parser"
import { cpuTimeMs } from "./payments/cpu-time"
import { ask, inOrder } from "./payments/load"
import { startOfficial, startProduct } from "./payments/peers"

/*
 * Processor time of a page: as a reader gets it; rendered for this reader, as every page was before pages were kept; and the same
 * elements rendered by a bare Next.js app. The three are asked in turns in one run. Compression is
 * included.
 */

const PAGES = ["/", "/coins/BTC", "/docs", "/changelog", "/methodology", "/status"]
const REQUESTS = 60
const ROUNDS = 3
const HEADERS = { accept: "text/html", "accept-encoding": "gzip, deflate, br, zstd" }

type Variant = { readonly name: string; readonly pids: readonly number[]; readonly urlOf: (page: string) => string }

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "signal402-bench-"))
  const stops: (() => Promise<void>)[] = [async () => rmSync(dataDir, { recursive: true, force: true })]
  try {
    const product = await startProduct(dataDir)
    stops.push(product.stop)
    const { origin } = new URL(product.freeUrl)
    for (const page of PAGES) await savePage(origin, page, dataDir)
    const bare = await startOfficial(product.rpcUrl, { PAGES_DIR: dataDir })
    stops.push(bare.stop)
    const bareUrl = new URL("/page/", bare.freeUrl).href
    await compare([
      { name: "Signal402", pids: product.pids, urlOf: (page) => origin + page },
      { name: "Signal402, rendered", pids: product.pids, urlOf: (page) => `${origin}${page}?rendered` },
      { name: "bare Next.js", pids: bare.pids, urlOf: (page) => bareUrl + nameOf(page) },
    ])
  } finally {
    for (const stopOne of stops.toReversed()) await stopOne()
  }
}

async function compare(variants: readonly Variant[]): Promise<void> {
  console.log(`\nProcessor time of a page in ms, ${ROUNDS * REQUESTS} requests each`)
  console.log(["page".padEnd(16), ...variants.map(({ name }) => name)].join(" | "))
  for (const page of PAGES) {
    const totals = variants.map(() => 0)
    for (const { urlOf } of variants) await request(urlOf(page))
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, { pids, urlOf }] of variants.entries()) {
        const beforeMs = cpuTimeMs(pids)
        await request(urlOf(page))
        totals[index] = (totals[index] ?? 0) + cpuTimeMs(pids) - beforeMs
      }
    }
    const cells = totals.map((ms, index) =>
      (ms / (ROUNDS * REQUESTS)).toFixed(1).padStart(variants[index]?.name.length ?? 0),
    )
    console.log([page.padEnd(16), ...cells].join(" | "))
  }
}

async function request(url: string): Promise<void> {
  const statuses = await inOrder(Array.from({ length: REQUESTS }), () => ask(url, HEADERS))
  const wrong = statuses.find(({ status }) => status !== 200)
  if (wrong !== undefined) throw new Error(`GET ${url} answered ${wrong.status}.`)
}

const nameOf = (page: string) => page.replaceAll("/", "_")

/** Keeps the elements of a page without its scripts. */
async function savePage(origin: string, page: string, folder: string): Promise<void> {
  const body = parse(await (await fetch(origin + page, { headers: HEADERS })).text()).querySelector("body")
  for (const script of body?.querySelectorAll("script, template, noscript, style") ?? []) script.remove()
  writeFileSync(join(folder, `${nameOf(page)}.json`), JSON.stringify(body?.childNodes.map(saved)))
}

function saved(node: Node): unknown {
  if (!(node instanceof HTMLElement)) return node.text
  const { id = "", class: className = "" } = node.attributes
  return [node.rawTagName, { id, className }, node.childNodes.map(saved)]
}

await main()
