import { randomInt } from "node:crypto"
import { once } from "node:events"
import { connect, createServer } from "node:net"
import { setTimeout as delay } from "node:timers/promises"

const HOST = "127.0.0.1"

/** Below those that systems lend to clients (from 32768 on Linux): a new connection cannot take such a port. */
const PORTS = [20_000, 32_000] as const
const TRIES = 20

/** A port that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried++) {
    const port = randomInt(...PORTS)
    if (await canListen(port)) return port
  }
  throw new Error(`Of ${TRIES} ports from ${PORTS.join(" to ")} none is free.`)
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port, HOST), "listening")
  } catch {
    return false
  }
  server.close()
  await once(server, "close")
  return true
}

/** True when the port stops answering within the grace: a stopping chain needs a moment to write its state. */
export async function isPortFree(port: number, graceMs = 1_500): Promise<boolean> {
  const deadlineMs = performance.now() + graceMs
  while (await answers(port)) {
    if (performance.now() > deadlineMs) return false
    await delay(50)
  }
  return true
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: HOST, port, timeout: 1_000 })
    const settle = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once("connect", () => settle(true))
    socket.once("timeout", () => settle(true))
    socket.once("error", () => settle(false))
  })
}
