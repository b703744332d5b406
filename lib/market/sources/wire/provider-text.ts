import { z } from "zod"

const MAX_LINK_CHARS = 2_000
const RIGHT_TO_LEFT_OVERRIDE = /[\u202E\u2067]([^\u202A-\u202E\u2066-\u2069]*)[\u202C\u2069]?/g

/**
 * Text from a provider for people to read: names, symbols, titles. Format and control characters are removed, white
 * space is collapsed, and the length is capped at `max` characters. Text after a right-to-left override is reversed, so
 * that it reads as it does on a screen.
 */
export function cleanText(text: string, max: number): string {
  const visible = text
    .slice(0, 20 * max)
    .replace(RIGHT_TO_LEFT_OVERRIDE, (_, reversed: string) => Array.from(reversed).toReversed().join(""))
    .replace(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
  const characters = Array.from(visible)
  return characters.length <= max ? visible : `${characters.slice(0, max - 1).join("")}…`
}

/** Clean text of at most `max` characters, never empty. */
export function providerText(max: number) {
  return z
    .string()
    .transform((text) => cleanText(text, max))
    .refine((text) => text !== "", "no visible text")
}

/** Maximum lengths in characters. */
export const MAX_NAME_CHARS = 100
export const MAX_SYMBOL_CHARS = 32
export const MAX_TITLE_CHARS = 500

/** An `https:` link, or `null` for anything else (`javascript:`, `data:`, `//host`, a user name in the link). */
export function httpsLink(text: string): string | null {
  if (text.length > MAX_LINK_CHARS || !/^https:\/\//i.test(text) || !URL.canParse(text)) return null
  const { protocol, username, password, href } = new URL(text)
  return protocol === "https:" && username === "" && password === "" ? href : null
}

/**
 * A link of a news article. Plain http is upgraded, because many outlets still list http links. `&amp;` is decoded once, because XML
 * and some lists of links write it so.
 */
export function articleLink(text: string): string | null {
  return httpsLink(text.replace(/&(?:amp|#0*38|#x0*26);/gi, "&").replace(/^http:\/\//i, "https://"))
}
