import { once } from "node:events"
import { connect, createServer } from "node:net"
import { setTimeout as delay } from "node:timers/promises"

const HOST = "127.0.0.1"

/** A port that nobody listened on a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, HOST)
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  if (address === null || typeof address === "string") throw new Error("A TCP server has no port.")
  return address.port
}

/** True when the port falls silent within the grace: a chain that is being stopped needs a moment to write its state. */
export async function isSilent(port: number, graceMs = 1_500): Promise<boolean> {
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
