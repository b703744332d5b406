import { screens } from "@/lib/client/screens"

/** Asked for by `npm run test:screens`. */
export const isEverything = Boolean(process.env["E2E_EVERY"])

const kinds = new Set(["/", "/coins/BTC", "/defi", "/track-record", "/receipts", "/docs"])
const unlike = new Set(["/coins/BTC", "/receipts"])

/** The screens that are read on a wide screen too: one of each kind, or all. */
export const walked = isEverything ? screens : screens.filter(({ href }) => kinds.has(href))

/** The screens that a reader alters, by zoom or by colours of their own: those that are least alike, or all. */
export const altered = isEverything ? screens : screens.filter(({ href }) => unlike.has(href))
