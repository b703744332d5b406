import { screens } from "@/components/shell/screens"

/** Asked for by `npm run test:screens`. */
export const isEverything = Boolean(process.env["E2E_EVERY"])

const sample = new Set(["/", "/coins/BTC", "/defi", "/track-record", "/receipts", "/docs"])

/** The screens that are read closely: one of each kind, or all. */
export const walked = isEverything ? screens : screens.filter(({ href }) => sample.has(href))
