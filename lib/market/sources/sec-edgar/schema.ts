import { z } from "zod"

const Texts = z.array(z.string()).max(20_000)

/** The newest filings as parallel arrays: row `i` of each is one filing. */
export const SubmissionsAnswer = z.looseObject({
  filings: z.looseObject({
    recent: z
      .looseObject({
        form: Texts,
        filingDate: Texts,
        items: Texts,
        accessionNumber: Texts,
        primaryDocument: Texts,
      })
      .refine(
        ({ form, filingDate, items, accessionNumber, primaryDocument }) =>
          [filingDate, items, accessionNumber, primaryDocument].every(({ length }) => length === form.length),
        "columns of different lengths",
      ),
  }),
})

export type RecentFilings = z.output<typeof SubmissionsAnswer>["filings"]["recent"]
