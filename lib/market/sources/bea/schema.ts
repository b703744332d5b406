import { z } from "zod"

const Release = z.looseObject({ release_dates: z.array(z.string()).max(2000) })

/** Releases by name, each with instants that carry their UTC offset. Other entries are ignored. */
export const ReleaseDates = z.record(z.string(), z.unknown()).transform((releases, context) => {
  const known = Object.entries(releases).flatMap(([title, release]) => {
    const parsed = Release.safeParse(release)
    return parsed.success ? [{ title, dates: parsed.data.release_dates }] : []
  })
  if (known.length === 0) context.addIssue({ code: "custom", message: "no release has dates" })
  return known
})

export type BeaRelease = z.output<typeof ReleaseDates>[number]
