import { createBeaSource } from "@/lib/market/sources/bea/client"
import { createBlsSource } from "@/lib/market/sources/bls/client"
import { createBlsDataSource } from "@/lib/market/sources/bls-data/client"
import { createDeribitSource } from "@/lib/market/sources/deribit/client"
import { createFedSource } from "@/lib/market/sources/fed/client"
import { createForexFactorySource } from "@/lib/market/sources/forexfactory/client"
import { createFredReleases } from "@/lib/market/sources/fred/releases"
import { createMempoolSource } from "@/lib/market/sources/mempool/client"
import { keyed, list, type Probe, probe, type ProbePorts } from "./probe"

/** Calendars of all publishers. Schedules have no timestamp. */
export function calendarProbes({ http, clock, keys }: ProbePorts): readonly Probe[] {
  const ports = { http, clock }
  const fed = createFedSource(ports)
  const blsData = createBlsDataSource(ports)
  const publishers = [
    fed,
    createBlsSource(ports),
    createBeaSource(ports),
    createForexFactorySource(ports),
    createMempoolSource(ports),
    createDeribitSource(ports),
  ]
  return [
    ...publishers.map((source) => probe(source, "calendar", async () => list((await source.calendar()).entries))),
    probe(fed, "meetings", async () => list((await fed.fallbackCalendar()).entries)),
    probe(blsData, "published figures", async () => list(await blsData.figures())),
    ...keyed(keys.fred, (apiKey) => {
      const source = createFredReleases({ ...ports, apiKey })
      return [probe(source, "releases", async () => list((await source.calendar()).entries))]
    }),
  ]
}
