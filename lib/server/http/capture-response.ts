import type { OutgoingHttpHeaders, ServerResponse } from "node:http"

export type CapturedResponse = {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

/**
 * Holds back what is written to `response` until it is ended. Afterwards nothing has been sent, the response has the captured
 * status and headers, and the caller ends it. Never resolves for a client that disconnects before.
 */
export function captureResponse(response: ServerResponse): Promise<CapturedResponse> {
  const chunks: Buffer[] = []
  return new Promise((resolve) => {
    // Own properties hide the methods of the class.
    const methods = {
      flushHeaders: () => undefined,
      writeHead: (status: number, ...rest: readonly unknown[]) => {
        response.statusCode = status
        const headers = rest.find((each) => typeof each === "object" && each !== null) ?? {}
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value as string)
        return response
      },
      write: (chunk: unknown, encoding: unknown) => {
        chunks.push(bytesOf(chunk, encoding))
        return true
      },
      end: (chunk: unknown, encoding: unknown) => {
        chunks.push(bytesOf(chunk, encoding))
        for (const name of Object.keys(methods)) Reflect.deleteProperty(response, name)
        resolve({ status: response.statusCode, headers: response.getHeaders(), body: Buffer.concat(chunks) })
        return response
      },
    }
    Object.assign(response, methods)
  })
}

function bytesOf(chunk: unknown, encoding: unknown): Buffer {
  if (typeof chunk === "string") return Buffer.from(chunk, encoding as BufferEncoding | undefined)
  return chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.alloc(0)
}
