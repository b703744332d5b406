import { readdirSync, readFileSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { timerSleep } from "@/lib/outbound/ports"
import { newPayer, signFor } from "@/tools/testing/payments/x402-payer"
import type { AttackReport, Resources } from "./report"

export type HttpTarget = {
  readonly origin: string
  /** The server's process on this machine. */
  readonly pid: number
}

type HttpAttack = {
  readonly name: string
  readonly connections: number
  /** The bytes that each connection sends, at once. */
  readonly request: string
  /** Sent again every `BYTE_INTERVAL_MS` while the connection is open. */
  readonly trickle?: string
  /** The attacker reads nothing of the answer. */
  readonly ignoresResponse?: boolean
  /** The attacker closes its side after the request. */
  readonly isHalfClosed?: boolean
  /** The attacker breaks the connection after this time. */
  readonly hangUpMs?: number
}

const BYTE_INTERVAL_MS = 1_000
/** How long an attack lasts, and how long the server has afterwards to release its resources. */
const ATTACK_MS = 10_000
const RECOVERY_MS = 15_000
/** Honest purchases during each attack, one after another. */
const HONEST_PURCHASES = 5
/** Files that a server may hold after an attack more than before: log, database and idle connections of honest payers. */
const MAX_LEFT_FILES = 20

const HOST = "Host: localhost\r\n"
const UPGRADE_HEADERS = "Connection: Upgrade, Upgrade\r\nUpgrade: websocket\r\n"
const JSON_POST = `POST /mcp HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n`
const LISTS = JSON.stringify(Array.from({ length: 20 }, (_, id) => ({ jsonrpc: "2.0", id, method: "tools/list" })))
const NESTED = `${"[".repeat(20_000)}${"]".repeat(20_000)}`

/** `scale` is a share of the full size. */
export function httpAttacks(scale: number): readonly HttpAttack[] {
  const many = (count: number) => Math.max(1, Math.round(count * scale))
  return [
    {
      name: "upgrade requests with odd targets, half closed",
      connections: many(1_200),
      request: `GET //x HTTP/1.1\r\n${HOST}${UPGRADE_HEADERS}\r\n`,
      isHalfClosed: true,
    },
    { name: "connections that send nothing", connections: many(5_000), request: "" },
    {
      name: "headers a byte at a time",
      connections: many(500),
      request: `GET / HTTP/1.1\r\n${HOST}X-A: `,
      trickle: "a",
    },
    {
      name: "bodies a byte at a time",
      connections: many(500),
      request: `${JSON_POST}Content-Length: 1000\r\n\r\n`,
      trickle: " ",
    },
    {
      name: "readers that read nothing of a large answer",
      connections: many(800),
      request: `GET /api/record HTTP/1.1\r\n${HOST}Accept-Encoding: identity\r\n\r\n`,
      ignoresResponse: true,
    },
    {
      name: "readers that read nothing of a page",
      connections: many(250),
      request: `GET /docs HTTP/1.1\r\n${HOST}Accept: text/html\r\nAccept-Encoding: identity\r\n\r\n`,
      ignoresResponse: true,
    },
    {
      name: "batches of 20 lists of tools",
      connections: many(200),
      request: `${JSON_POST}Content-Length: ${LISTS.length}\r\nConnection: close\r\n\r\n${LISTS}`,
    },
    {
      name: "event streams that resume from the beginning",
      connections: many(600),
      request: `GET /api/stream HTTP/1.1\r\n${HOST}Last-Event-ID: 0\r\n\r\n`,
    },
    {
      name: "uploads that are broken off",
      connections: many(1_500),
      request: `${JSON_POST}Content-Length: 100000\r\n\r\n{"jsonrpc"`,
      hangUpMs: 200,
    },
    {
      name: "deeply nested JSON",
      connections: many(200),
      request: `${JSON_POST}Content-Length: ${NESTED.length}\r\nConnection: close\r\n\r\n${NESTED}`,
    },
    {
      name: "announced bodies of 1 GB",
      connections: many(500),
      request: `POST / HTTP/1.1\r\n${HOST}Content-Length: 1000000000\r\n\r\n${"x".repeat(10_000)}`,
    },
  ]
}

/** Runs one attack beside honest payers, and compares what both sides spent. */
export async function runHttpAttack(attack: HttpAttack, { origin, pid }: HttpTarget): Promise<AttackReport> {
  const port = Number(new URL(origin).port)
  const before = resourcesOf(pid)
  const serverMs = processorMsOf(pid)
  const started = process.cpuUsage()
  const sockets = Array.from({ length: attack.connections }, () => openConnection(attack, port))
  const ownMs = () => {
    const { user, system } = process.cpuUsage(started)
    return Math.round((user + system) / 1_000)
  }
  await timerSleep(BYTE_INTERVAL_MS)
  const attackerCost = ownMs()
  const [served] = await Promise.all([buyAsHonestPayer(origin), timerSleep(ATTACK_MS - BYTE_INTERVAL_MS)])
  const serviceCost = processorMsOf(pid) - serverMs
  for (const socket of sockets) socket.destroy()
  await timerSleep(RECOVERY_MS)
  const after = resourcesOf(pid)
  const leaked = before.files === null || after.files === null ? 0 : after.files - before.files
  const faults = [
    ...(served < HONEST_PURCHASES ? [`${HONEST_PURCHASES - served} honest payers were not served`] : []),
    ...(leaked > MAX_LEFT_FILES ? [`${leaked} files are still open`] : []),
  ]
  const honest = { served, total: HONEST_PURCHASES }
  return { name: attack.name, unit: "ms of processor", attackerCost, serviceCost, honest, before, after, faults }
}

function openConnection(
  { request, trickle, ignoresResponse, isHalfClosed, hangUpMs }: HttpAttack,
  port: number,
): Socket {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true })
  // The server may refuse, reset or close. The attacker does not mind.
  socket.on("error", () => socket.destroy())
  socket.on("end", () => socket.destroy())
  if (ignoresResponse) socket.pause()
  else socket.resume()
  if (isHalfClosed) socket.end(request)
  else socket.write(request)
  if (hangUpMs !== undefined) setTimeout(() => socket.resetAndDestroy(), hangUpMs)
  if (trickle !== undefined) {
    const timer = setInterval(() => socket.write(trickle), BYTE_INTERVAL_MS)
    socket.on("close", () => clearInterval(timer))
  }
  return socket
}

/** Returns how many of the purchases were delivered. */
async function buyAsHonestPayer(origin: string): Promise<number> {
  const url = `${origin}/api/signal/BTC`
  const payer = await newPayer(origin)
  let served = 0
  for (let purchase = 0; purchase < HONEST_PURCHASES; purchase += 1) {
    const response = await fetch(url, { headers: await signFor(url, payer) })
    if (response.ok) served += 1
    await response.arrayBuffer()
  }
  return served
}

const PAGE_BYTES = 4_096
const TICK_MS = 10
const MEGABYTE = 1_048_576

/** Open files and memory of a process on Linux. */
function resourcesOf(pid: number): Resources {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1])
  return {
    files: readdirSync(`/proc/${pid}/fd`).length,
    memoryMb: Math.round((pages * PAGE_BYTES) / MEGABYTE),
  }
}

/** User and system time of a process on Linux (proc(5)), in milliseconds. */
function processorMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  // The name in parentheses may contain spaces. `utime` and `stime` are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return TICK_MS * (Number(fields[11]) + Number(fields[12]))
}
