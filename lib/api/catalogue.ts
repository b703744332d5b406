import { contextContract } from "./context"
import type { Contract } from "./contract"
import { eventsContract } from "./events"
import { healthContract } from "./health"
import { institutionsContract } from "./institutions"
import { riskContract } from "./risk"
import { serviceInfoContract } from "./service-info"
import { signalContract } from "./signal"

/** Everything that is served, in the order in which it is listed. The only list there is. */
export const catalogue = [
  serviceInfoContract,
  healthContract,
  signalContract,
  contextContract,
  riskContract,
  eventsContract,
  institutionsContract,
] as const satisfies readonly Contract[]

/** The version of the interface, as in its specification, section 9. */
export const INTERFACE_VERSION = "1.0.0"
