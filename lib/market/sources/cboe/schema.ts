import { z } from "zod"
import { numStr } from "@/lib/market/sources/wire/num-str"

/** A line of `DATE,OPEN,HIGH,LOW,CLOSE`; the date is `MM/DD/YYYY`. */
export const VixLine = z.looseObject({
  DATE: z.string().regex(/^\d{2}\/\d{2}\/\d{4}$/),
  CLOSE: numStr.pipe(z.number().positive()),
})
