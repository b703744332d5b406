import { z } from "zod"
import type { ReadRefusal } from "@/lib/outbound/provider-error"
import { validRows } from "@/lib/sources/wire/valid-rows"

const Document = z.looseObject({
  title: z.string().min(1).max(2_000),
  html_url: z.url({ protocol: /^https$/ }),
  publication_date: z.iso.date(),
})

export type FederalDocument = z.output<typeof Document>

/** No hit has no `results`. */
export const Documents = z
  .looseObject({ count: z.int(), results: validRows(Document, 1_000).optional() })
  .refine(({ count, results }) => count === 0 || results !== undefined, "documents are counted and not listed")

const ErrorBody = z.looseObject({ errors: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]) })

/** A question that is not understood is `{"errors":{…}}` with status 400. */
export const readFederalRegisterRefusal: ReadRefusal = (body) => {
  const parsed = ErrorBody.safeParse(body)
  return parsed.success ? { kind: "not_found", message: "The Federal Register refused the question." } : null
}
