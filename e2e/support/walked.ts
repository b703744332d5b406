import { screens } from "@/components/shell/screens"

const sample = new Set(["/", "/coins/BTC", "/defi", "/track-record", "/receipts", "/docs"])

/** The screens that are read closely: one of each kind, or all with `npm run test:screens`. */
export const walked = process.env["E2E_EVERY"] ? screens : screens.filter(({ href }) => sample.has(href))
