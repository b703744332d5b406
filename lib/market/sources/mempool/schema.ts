import { z } from "zod"

/** Percent, positive when blocks get harder; `estimatedRetargetDate` is documented in seconds and sent in milliseconds. */
export const DifficultyAnswer = z.looseObject({
  difficultyChange: z.number().gt(-100).lt(1000),
  previousRetarget: z.number().gt(-100).lt(1000),
  estimatedRetargetDate: z.number().positive().lt(1e14),
})

export type DifficultyAdjustment = z.output<typeof DifficultyAnswer>
