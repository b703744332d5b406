import { z } from "zod"

/** WordPress pages with this slug; the table stands in the rendered content. */
export const PagesAnswer = z
  .array(z.looseObject({ content: z.looseObject({ rendered: z.string() }) }))
  .min(1)
  .max(5)
