import { z } from "zod"
import type { ReadProviderError } from "@/lib/outbound/provider-error"
import { httpsLink, MAX_TITLE_CHARS, providerText } from "@/lib/market/sources/wire/provider-text"
import { validRows } from "@/lib/market/sources/wire/valid-rows"

const Document = z.looseObject({
  title: providerText(MAX_TITLE_CHARS),
  html_url: z.string().transform(httpsLink).pipe(z.string()),
  publication_date: z.iso.date(),
})

export type FederalDocument = z.output<typeof Document>

/** `results` is absent when nothing matches. */
export const Documents = z
  .looseObject({ count: z.int(), results: validRows(Document, 1_000).optional() })
  .refine(({ count, results }) => count === 0 || results !== undefined, "documents are counted and not listed")

const ErrorBody = z.looseObject({ errors: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]) })

/** An invalid request is `{"errors":{…}}` with status 400. */
export const readFederalRegisterError: ReadProviderError = (body) => {
  const parsed = ErrorBody.safeParse(body)
  return parsed.success ? { kind: "not_found", message: "The Federal Register refused the question." } : null
}
