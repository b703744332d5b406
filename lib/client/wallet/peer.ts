import { z } from "zod"

/** The app on another device, or on this one, that a remote connector talks to. */
export type Peer = {
  readonly name: string
  /** Brings the app to the front, where it is on this device; `null` when it names no link that is safe to follow. */
  readonly href: string | null
}

const MAX_NAME = 40
const MAX_LINK = 200

/** Schemes that run code, read files or lead elsewhere than to the app that is named. */
const refused = new Set(["javascript", "data", "vbscript", "blob", "file", "filesystem", "about", "http", "intent"])

/** Letters, digits, punctuation and blanks: nothing that tabLock the text around it. */
const Name = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u)
  .max(MAX_NAME)

const Link = z
  .string()
  .max(MAX_LINK)
  .refine((link) => {
    const scheme = /^(?<scheme>[a-z][a-z0-9+.-]*):\/\/[\w./?#=&%:@~-]*$/i.exec(link)?.groups?.["scheme"]
    return scheme !== undefined && !refused.has(scheme.toLowerCase())
  })

const none = { native: undefined, universal: undefined }

/** As much as is read of a session of WalletConnect. @see https://specs.walletconnect.com/2.0/specs/clients/sign/data-structures */
const WithSession = z.object({
  session: z.object({
    peer: z.object({
      metadata: z.object({
        name: Name,
        redirect: z
          .object({ native: Link.optional().catch(undefined), universal: Link.optional().catch(undefined) })
          .catch(none)
          .default(none),
      }),
    }),
  }),
})

/** Who a provider says it talks to; `null` where it says nothing that can be shown. The wallet wrote this: it is parsed. */
export function peerOf(provider: unknown): Peer | null {
  const { data } = WithSession.safeParse(provider)
  if (data === undefined) return null
  const { name, redirect } = data.session.peer.metadata
  return { name, href: redirect.native ?? redirect.universal ?? null }
}
