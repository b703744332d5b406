import { createSocket, type Socket } from "node:dgram"
import { lookup } from "node:dns/promises"
import { once } from "node:events"
import { afterEach, expect, test } from "vitest"
import { publicLookup, type ResolverOptions } from "./public-resolver"

const sockets: Socket[] = []

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})

const A = 1

type Records = Readonly<Record<string, readonly string[]>>

/** A name server on this machine that answers A queries from `records`, and is silent for every other name. */
async function nameServer(records: Records, asked: string[] = []): Promise<string> {
  const socket = createSocket("udp4")
  sockets.push(socket)
  socket.on("message", (query, { port, address }) => {
    const { name, end } = nameIn(query)
    asked.push(name)
    const found = records[name]
    if (found !== undefined) socket.send(answer(query, end, query.readUInt16BE(end) === A ? found : []), port, address)
  })
  socket.bind(0, "127.0.0.1")
  await once(socket, "listening")
  return `127.0.0.1:${socket.address().port}`
}

/** RFC 1035, 4.1: labels from byte 12 on, each after its length. */
function nameIn(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 }
}

function answer(query: Buffer, end: number, addresses: readonly string[]): Buffer {
  const head = Buffer.from(query.subarray(0, end + 4))
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt16BE(0, 8)
  head.writeUInt16BE(0, 10)
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 12, 0, A, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split(".").map(Number)]),
  )
  return Buffer.concat([head, ...records])
}

const resolve = (hostname: string, options: ResolverOptions) =>
  new Promise<unknown>((found, failed) => {
    publicLookup(options)(hostname, { all: true }, (error, addresses) => (error ? failed(error) : found(addresses)))
  })

test("names with a silent name server hold up no other lookup of the process", async () => {
  const asked: string[] = []
  const servers = [await nameServer({ "hooks.example.com": ["8.8.8.8"] }, asked)]
  let ended = 0
  const silent = Array.from({ length: 40 }, (_, index) =>
    resolve(`h${index}.silent.example.com`, { servers, timeoutMs: 3_600_000 }).finally(() => (ended += 1)),
  )
  void Promise.allSettled(silent)
  // The lookups of providers and nodes use the worker threads, the others the resolver.
  expect(await lookup("localhost")).toMatchObject({ family: expect.any(Number) })
  expect(await resolve("hooks.example.com", { servers })).toEqual([{ address: "8.8.8.8", family: 4 }])
  expect(ended).toBe(0)
  expect(asked.length).toBeGreaterThan(0)
})

test("a lookup ends at its time limit, also with several silent name servers", async () => {
  const servers = [await nameServer({}), await nameServer({})]
  await expect(resolve("h.silent.example.com", { servers, timeoutMs: 50 })).rejects.toThrow("does not resolve")
})

test.each([
  ["private.example.com", ["10.0.0.1"]],
  ["mixed.example.com", ["8.8.8.8", "127.0.0.1"]],
])("%s with the addresses %j is refused", async (name, addresses) => {
  const servers = [await nameServer({ [name]: addresses })]
  await expect(resolve(name, { servers })).rejects.toThrow("not public")
})

test("names that only /etc/hosts knows do not resolve", async () => {
  const asked: string[] = []
  const servers = [await nameServer({ localhost: [] }, asked)]
  await expect(resolve("localhost", { servers })).rejects.toThrow("does not resolve")
  expect(asked).toContain("localhost")
})
