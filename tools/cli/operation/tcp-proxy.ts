import { connect, createServer, type Socket } from "node:net"

/** A connection to a service of this machine that a test can cut. */
export type TcpProxy = {
  readonly port: number
  /** Breaks every connection, and refuses new ones. */
  readonly cut: () => void
  readonly restore: () => void
  /** Forwards new connections to another port. Open ones stay where they are. */
  readonly retarget: (port: number) => void
  readonly stop: () => Promise<void>
}

export async function openTcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isCut = false
  let port = target
  const server = createServer((incoming) => {
    if (isCut) return void incoming.destroy()
    const outgoing = connect(port, "127.0.0.1")
    const end = () => [incoming, outgoing].forEach((socket) => socket.destroy())
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on("error", end).on("close", () => void sockets.delete(socket))
    }
    incoming.pipe(outgoing).pipe(incoming)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new TypeError("The TCP proxy has no port.")
  const endAll = () => sockets.forEach((socket) => socket.destroy())
  return {
    port: address.port,
    cut() {
      isCut = true
      endAll()
    },
    restore() {
      isCut = false
    },
    retarget(to) {
      port = to
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        endAll()
      }),
  }
}
