import { z } from "zod"

/** The wallet app that a remote connector is connected to. */
export type Peer = {
  readonly name: string
  /** Deep link to the app; `null` without a safe link. */
  readonly href: string | null
}

const MAX_NAME = 40
const MAX_LINK = 200

/** Schemes that run code, read files, or open something other than the named app. */
const refused = new Set(["javascript", "data", "vbscript", "blob", "file", "filesystem", "about", "http", "intent"])

/** Letters, digits, punctuation and spaces; no characters that change text direction. */
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

/**
 * The used part of a WalletConnect session. @see https://specs.walletconnect.com/2.0/specs/clients/sign/data-structures
 */
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

/** The wallet behind a provider; `null` without a valid name. The wallet wrote these fields, so they are parsed. */
export function peerOf(provider: unknown): Peer | null {
  const { data } = WithSession.safeParse(provider)
  if (data === undefined) return null
  const { name, redirect } = data.session.peer.metadata
  return { name, href: redirect.native ?? redirect.universal ?? null }
}
