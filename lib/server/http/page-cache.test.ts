import { once } from "node:events"
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { afterEach, expect, test } from "vitest"
import { contentSecurityPolicy, newScriptNonce, scriptNonceOf } from "./content-security-policy"
import { createPageCache } from "./page-cache"

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const cookie = { name: "signal402-theme", values: ["system", "dark", "light"] } as const

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  identity: (body) => body,
}

type Renderer = (request: IncomingMessage, response: ServerResponse) => void

/** A page with a script, as Next.js sends it: in several parts, with the nonce in its policy, its markup and a `Link` header. */
function renderPage(renders: string[], request: IncomingMessage, response: ServerResponse): void {
  renders.push(request.url ?? "")
  const nonce = newScriptNonce()
  const noOne = { development: false, walletConnect: false, baseAccount: false, rpcOrigins: [] }
  response.setHeader("content-security-policy", contentSecurityPolicy({ nonce, ...noOne }))
  response.setHeader("link", [`</a.js>; rel=preload; as=script; nonce="${nonce}"`, "</b.woff2>; rel=preload; as=font"])
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "private, no-store" })
  response.flushHeaders()
  response.write(`<p>Render ${renders.length} of ${request.headers.cookie ?? "nobody"}: 1 €</p>`)
  response.write(Buffer.from(`<script nonce="${nonce}">go()</script>`))
  response.end(`<script nonce="${nonce}">last()</script>`)
}

async function open(render?: Renderer) {
  const renders: string[] = []
  const faults: unknown[] = []
  const clock = { ms: 0 }
  const cache = createPageCache({ cookie, now: () => clock.ms, onError: (cause) => faults.push(cause) })
  const server = createServer((asked, reply) => {
    if (!cache(asked, reply)) (render ?? renderPage.bind(null, renders))(asked, reply)
  }).listen(0, "127.0.0.1")
  servers.push(server)
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  async function get(
    path: string,
    headers: Readonly<Record<string, string>> = {},
    method = "GET",
    signal?: AbortSignal,
  ) {
    const options = { port, host: "127.0.0.1", path, method, ...(signal && { signal }) }
    const sent = request({ ...options, headers: { accept: "text/html", ...headers } }).end()
    const [reply] = (await once(sent, "response")) as [IncomingMessage]
    const parts: Buffer[] = []
    for await (const part of reply) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    const { "content-encoding": encoding = "identity" } = reply.headers
    return { status: reply.statusCode, headers: reply.headers, text: String(decoders[encoding]?.(body)) }
  }
  return { get, renders, clock, faults }
}

const nonceOf = ({ headers }: Awaited<ReturnType<Awaited<ReturnType<typeof open>>["get"]>>) =>
  scriptNonceOf(headers["content-security-policy"]) ?? ""

test("a page that was kept while the clock was ahead is rendered again", async () => {
  const { get, renders, clock } = await open()
  await get("/docs")
  clock.ms = -90_000_000
  await get("/docs")
  expect(renders).toHaveLength(2)
})

test("a second reader gets the same page, with another nonce at every place", async () => {
  const { get, renders } = await open()
  const [first, second] = [await get("/docs"), await get("/docs", { "accept-encoding": "gzip, deflate, br" })]
  expect((await get("/docs", { "accept-encoding": "gzip" })).headers["content-encoding"]).toBe("gzip")
  expect(renders).toHaveLength(1)
  expect(nonceOf(second)).not.toBe(nonceOf(first))
  expect(second.text).toBe(first.text.replaceAll(nonceOf(first), nonceOf(second)))
  expect(second.text.split(`nonce="${nonceOf(second)}"`)).toHaveLength(3)
  expect(second.headers["content-encoding"]).toBe("br")
  expect(JSON.stringify(second.headers)).not.toContain(nonceOf(first))
  expect(second.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "private, no-store",
    link: `</a.js>; rel=preload; as=script; nonce="${nonceOf(second)}", </b.woff2>; rel=preload; as=font`,
  })
})

test("nothing of one reader reaches another", async () => {
  const { get, renders } = await open()
  const theirs = "signal402-theme=dark; signal402-owned=signal%2FBTC"
  for (const cookie of [theirs, "session=1", theirs]) expect((await get("/", { cookie })).text).toContain(cookie)
  expect((await get("/")).text).toContain("nobody")
  expect((await get("/")).text).toContain("nobody")
  expect(renders).toHaveLength(4)
})

test("each of the three themes has its page, and another spelling of the cookie is rendered", async () => {
  const { get, renders } = await open()
  const withCookie = (text: string) => get("/", { cookie: text })
  for (const theme of ["dark", "light", "system", "dark"]) await withCookie(`signal402-theme=${theme}`)
  await get("/")
  expect(renders).toHaveLength(3)
  const spellings = ["%64ark", "", "; signal402-theme=dark", "light; signal402-theme=dark", "dark;"]
  for (const value of spellings) await withCookie(`signal402-theme=${value}`)
  expect(renders).toHaveLength(3 + spellings.length)
})

test("a query, a part of a page, a HEAD, a program and a file are not kept", async () => {
  const { get, renders } = await open()
  await get("/")
  for (const again of [1, 2]) {
    await get("/?coin=ETH")
    await get("/", { rsc: "1" })
    await get("/", {}, "HEAD")
    await get("/", { accept: "application/json" })
    await get("/_next/static/a.js")
    await get("//")
    await get("/%64ocs")
    expect(renders).toHaveLength(1 + again * 7)
  }
})

test("errors, redirects, pictures and answers that set a cookie are rendered each time, unchanged", async () => {
  let renders = 0
  const answers: Record<string, [number, Record<string, string>]> = {
    "/gone": [404, { "content-type": "text/html", "content-security-policy": "script-src 'nonce-abc'" }],
    "/moved": [308, { location: "/docs" }],
    "/picture": [200, { "content-type": "image/png" }],
    "/cookie": [200, { "content-type": "text/html", "content-security-policy": "'nonce-abc'", "set-cookie": "a=1" }],
  }
  const { get } = await open(({ url = "" }, response) => {
    renders += 1
    const [status, headers] = answers[url] ?? [500, {}]
    response.writeHead(status, "Reason", headers).end(Buffer.from([0xff, 0x00]))
  })
  for (const path of [...Object.keys(answers), ...Object.keys(answers)]) {
    const [status, { "set-cookie": cookie, ...headers }] = answers[path] ?? [0, {}]
    const answer = await get(path)
    expect(answer).toMatchObject({ status, headers })
    expect(answer.headers["set-cookie"]).toEqual(cookie === undefined ? undefined : [cookie])
  }
  expect(renders).toBe(8)
})

test("a page is rendered again after ten seconds; meanwhile others get the one before, for a minute", async () => {
  const waiting: (() => void)[] = []
  const closed: Promise<unknown>[] = []
  const renders: string[] = []
  const { get, clock } = await open((request, response) => {
    waiting.push(() => renderPage(renders, request, response))
    closed.push(once(response, "close"))
  })
  const finish = () => waiting.shift()?.()
  const started = async () => {
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  const first = get("/")
  await started()
  finish()
  expect((await first).text).toContain("Render 1")
  clock.ms = 9_999
  expect((await get("/")).text).toContain("Render 1")
  clock.ms = 10_001
  const again = get("/")
  await started()
  expect((await get("/")).text).toContain("Render 1")
  finish()
  expect((await again).text).toContain("Render 2")
  expect((await get("/")).text).toContain("Render 2")
  // A reader that leaves while its page is rendered holds nobody up.
  clock.ms = 30_000
  const leaves = new AbortController()
  const left = get("/", {}, "GET", leaves.signal).catch(() => "left")
  await started()
  leaves.abort()
  expect(await left).toBe("left")
  await closed.at(-1)
  waiting.length = 0
  const third = get("/")
  await started()
  finish()
  expect((await third).text).toContain("Render 3")
})
