/** How a company gets its bitcoin: it raises money, mines, or holds. */
export type CompanyKind = "accumulator" | "miner" | "holder"

/** A public company of the simulated market. Names are real, amounts and trades are invented. */
export type Company = {
  readonly id: string
  readonly name: string
  readonly symbol: string
  readonly country: string
  /** EDGAR's number of the company; `null`: it does not file with the SEC. */
  readonly cik: number | null
  readonly kind: CompanyKind
  readonly since: string
  readonly startBtc: number
  /** US$ millions of an ordinary purchase. */
  readonly sizeUsdM: number
  /** A cost that is not disclosed is written as 0 or null; the provider does both. */
  readonly isCostKnown: boolean
}

function company(
  [id, name, symbol, country, cik]: readonly [string, string, string, string, number | null],
  [kind, since, startBtc, sizeUsdM]: readonly [CompanyKind, string, number, number],
  isCostKnown = true,
): Company {
  return { id, name, symbol, country, cik, kind, since, startBtc, sizeUsdM, isCostKnown }
}

export const companies: readonly Company[] = [
  company(["strategy", "Strategy", "MSTR.US", "US", 1050446], ["accumulator", "2020-08-10", 21_454, 130]),
  company(["xxi", "XXI", "XXI.US", "US", null], ["holder", "2025-12-08", 43_514, 20], false),
  company(["mara-holdings", "MARA Holdings", "MARA.US", "US", 1507605], ["miner", "2020-12-28", 4812, 16], false),
  company(["metaplanet", "Metaplanet", "3350.T", "JP", null], ["accumulator", "2024-04-22", 97, 12]),
  company(["riot-platforms", "Riot Platforms", "RIOT.US", "US", 1167419], ["miner", "2020-06-01", 1200, 9], false),
  company(["coinbase-global", "Coinbase Global", "COIN.US", "US", 1679788], ["holder", "2021-04-12", 4482, 60]),
  company(["cleanspark", "CleanSpark", "CLSK.US", "US", 827876], ["miner", "2021-03-01", 120, 7], false),
  company(["tesla", "Tesla", "TSLA.US", "US", 1318605], ["holder", "2021-02-08", 11_509, 5]),
  company(["hut-8", "Hut 8", "HUT.US", "US", 1964789], ["miner", "2020-03-02", 2900, 6], false),
  company(["block", "Block", "XYZ.US", "US", 1512673], ["holder", "2020-10-05", 4709, 25]),
  company(["trump-media", "Trump Media & Technology", "DJT.US", "US", 1849635], ["holder", "2025-07-21", 11_500, 40]),
  company(["galaxy-digital", "Galaxy Digital", "GLXY.US", "US", null], ["holder", "2021-01-04", 4000, 30], false),
  company(["gamestop", "GameStop", "GME.US", "US", 1326380], ["holder", "2025-05-26", 4710, 10]),
  company(["semler", "Semler Scientific", "SMLR.US", "US", null], ["accumulator", "2024-05-27", 581, 3]),
  company(["the-smarter-web", "The Smarter Web Company", "SWC.LN", "GB", null], ["accumulator", "2025-04-28", 2, 3]),
  company(["capital-b", "Capital B", "ALCPB.PA", "FR", null], ["accumulator", "2024-11-04", 15, 2]),
  company(["bitfarms", "Bitfarms", "BITF.US", "CA", null], ["miner", "2021-01-11", 900, 4], false),
  company(["boyaa", "Boyaa Interactive", "0434.HK", "HK", null], ["accumulator", "2023-12-25", 400, 2]),
  company(["nexon", "Nexon", "3659.T", "JP", null], ["holder", "2021-04-26", 1717, 1]),
  company(["exodus", "Exodus Movement", "EXOD.US", "US", null], ["holder", "2021-06-07", 1300, 2]),
  company(["aker", "Aker", "AKER.OL", "NO", null], ["holder", "2021-03-08", 754, 2]),
  company(["dmg-blockchain", "DMG Blockchain", "DMGI.V", "CA", null], ["miner", "2021-05-03", 180, 1], false),
]
