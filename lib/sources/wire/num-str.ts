import { z } from "zod"

/** A finite number that a provider sends as a number or as text. Empty text is absence, not zero: it is refused. */
export const numStr = z
  .union([z.number(), z.string().trim().min(1)])
  .transform(Number)
  .refine(Number.isFinite, "not a finite number")
