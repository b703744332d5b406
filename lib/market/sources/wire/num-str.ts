import { z } from "zod"

/** A finite number, sent as a number or as text. Empty text is rejected, because it means absent, not zero. */
export const numStr = z
  .union([z.number(), z.string().trim().min(1)])
  .transform(Number)
  .refine(Number.isFinite, "not a finite number")
