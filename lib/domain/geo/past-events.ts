import type { GeoCategory } from "./geo-class"

/** Abnormal log return of the day in percent, and its t-value. */
export type DayMove = readonly [percent: number, t: number]

export type PastEvent = {
  readonly category: GeoCategory
  /** UTC date on which the news broke; where a market was closed, its next session is measured. */
  readonly date: string
  readonly name: string
  readonly BTC: DayMove
  readonly ETH: DayMove
  readonly OIL: DayMove
}

type Row = readonly [GeoCategory, date: string, name: string, BTC: DayMove, ETH: DayMove, OIL: DayMove]

const ROWS: readonly Row[] = [
  ["WAR", "2020-01-03", "US kills Soleimani", [5.6, 1.7], [5.8, 1.5], [2.9, 1.2]],
  ["WAR", "2022-02-24", "Russia invades Ukraine", [3.2, 1], [0.9, 0.2], [0.4, 0.2]],
  ["WAR", "2023-10-07", "Hamas attacks Israel", [0.1, 0.1], [-0.6, -0.3], [3.5, 1.8]],
  ["WAR", "2024-04-13", "Iran attacks Israel", [-5.2, -1.7], [-7.7, -2.4], [-0.2, -0.1]],
  ["WAR", "2024-10-01", "Iran fires missiles at Israel", [-4, -1.6], [-5.8, -1.8], [2.5, 1.4]],
  ["WAR", "2025-06-13", "Israel strikes Iran", [0.3, 0.1], [-2.4, -0.5], [7.3, 3.8]],
  ["WAR", "2025-06-22", "US strikes Iran's nuclear sites", [-1.2, -0.5], [-3.1, -0.7], [-8.7, -4.5]],
  ["WAR", "2019-06-20", "Iran downs US drone", [2.2, 0.7], [0.6, 0.1], [5.7, 2.8]],
  ["WAR", "2022-10-08", "Crimea bridge blast", [-0.2, 0], [-0.8, -0.2], [-1.4, -0.5]],
  ["CHOKEPOINT", "2019-06-13", "Tankers attacked in Gulf of Oman", [0.4, 0.1], [-3.3, -0.8], [2.3, 1.1]],
  ["CHOKEPOINT", "2019-07-19", "Iran seizes Stena Impero", [-2.1, -0.5], [-2.9, -0.7], [0.6, 0.3]],
  ["CHOKEPOINT", "2021-03-23", "Ever Given blocks Suez", [-0.6, -0.1], [-1.9, -0.3], [-6.7, -2.9]],
  ["CHOKEPOINT", "2023-12-15", "Carriers leave Red Sea", [-2.9, -1.4], [-4.4, -1.9], [-0.3, -0.1]],
  ["CHOKEPOINT", "2024-01-12", "US and UK strike Houthis", [-8.4, -4], [-4, -1.7], [1.1, 0.5]],
  ["CHOKEPOINT", "2019-05-12", "Tankers sabotaged off Fujairah", [-1.8, -0.7], [-1.2, -0.3], [-1.1, -0.5]],
  ["SANCTIONS", "2018-08-07", "US sanctions Iran again", [-3.3, -0.9], [-7.1, -1.4], [0.2, 0.1]],
  ["SANCTIONS", "2019-01-28", "US sanctions PDVSA", [-2.9, -0.8], [-5.6, -1], [-3.1, -1.4]],
  ["SANCTIONS", "2019-04-22", "Iran oil waivers end", [1.6, 0.5], [0.6, 0.1], [2.7, 1.2]],
  ["SANCTIONS", "2022-02-26", "Russia cut from SWIFT", [0, 0], [0.5, 0.1], [4.5, 2.1]],
  ["SANCTIONS", "2022-03-08", "US bans Russian oil", [2.3, 0.7], [3.7, 0.9], [3.4, 1.6]],
  ["SANCTIONS", "2025-01-10", "US sanctions Russian oil majors", [1.9, 0.8], [1.2, 0.4], [4.5, 2.1]],
  ["SANCTIONS", "2022-12-05", "Price cap on Russian oil", [-0.5, -0.2], [-1.3, -0.3], [-3.6, -1.3]],
  ["TARIFFS", "2018-07-06", "US tariffs on China in force", [1.6, 0.4], [1.1, 0.2], [0.9, 0.6]],
  ["TARIFFS", "2019-05-10", "US raises tariffs on China", [2.3, 0.9], [1.1, 0.2], [0.1, 0.1]],
  ["TARIFFS", "2019-08-01", "US announces more tariffs on China", [2.1, 0.5], [-1.1, -0.2], [-8.8, -4.6]],
  ["TARIFFS", "2019-08-23", "China retaliates", [2.2, 0.5], [1.7, 0.4], [-2.3, -1.1]],
  ["TARIFFS", "2025-02-01", "US tariffs on Canada, Mexico, China", [-2.2, -0.9], [-5.9, -1.7], [0.9, 0.4]],
  ["TARIFFS", "2025-04-02", "US 'reciprocal' tariffs", [-3, -1.1], [-5.5, -1.4], [0.8, 0.4]],
  ["TARIFFS", "2025-04-04", "China retaliates", [0.9, 0.3], [0.4, 0.1], [-7.7, -4]],
  ["TARIFFS", "2025-03-04", "Tariffs on Canada and Mexico in force", [0.9, 0.4], [1, 0.3], [-0.2, -0.1]],
  ["TARIFFS", "2018-09-17", "US tariffs on goods of 200 bn from China", [-3.7, -1.1], [-10.6, -2.2], [-0.3, -0.1]],
  ["ENERGY", "2019-09-14", "Abqaiq attacked", [-0.6, -0.1], [3.9, 0.8], [14.2, 6.5]],
  ["ENERGY", "2022-09-26", "Nord Stream sabotaged", [2.5, 0.7], [3.4, 0.6], [-2.3, -0.7]],
  ["ENERGY", "2021-05-07", "Colonial Pipeline shut", [1, 0.2], [-1.4, -0.2], [0, 0]],
  ["ENERGY", "2023-04-02", "OPEC+ cuts by surprise", [-1.4, -0.5], [-1.8, -0.6], [6.2, 2.6]],
  ["ENERGY", "2022-10-05", "OPEC+ cuts two million barrels", [-0.5, -0.1], [-0.5, -0.1], [1.7, 0.6]],
  ["CYBER_FINANCIAL_RAILS", "2022-05-09", "Terra loses peg", [-12.2, -3.7], [-12.1, -3.1], [-6.4, -1.9]],
  ["CYBER_FINANCIAL_RAILS", "2022-11-08", "FTX stops withdrawals", [-10.5, -3.6], [-16.4, -3.7], [-3.2, -1.1]],
  ["CYBER_FINANCIAL_RAILS", "2023-03-10", "SVB fails", [-1.2, -0.4], [-0.8, -0.2], [1.4, 0.6]],
  ["CYBER_FINANCIAL_RAILS", "2025-02-21", "Bybit hacked", [-2.5, -1], [-2.8, -0.8], [-2.9, -1.4]],
  ["CYBER_FINANCIAL_RAILS", "2021-08-10", "Poly Network hacked", [-1.2, -0.3], [-0.8, -0.1], [2.4, 1.1]],
  ["CYBER_FINANCIAL_RAILS", "2022-06-12", "Celsius stops withdrawals", [-6.5, -1.8], [-6.3, -1.5], [-0.3, -0.1]],
  ["CYBER_FINANCIAL_RAILS", "2019-05-07", "Binance hacked", [1.4, 0.5], [-2.5, -0.5], [-1.4, -0.7]],
  ["CRYPTO_POLICY", "2021-05-21", "China vows crackdown on mining", [-8.7, -2], [-14, -2.5], [2.3, 1.1]],
  ["CRYPTO_POLICY", "2021-09-24", "China bans all crypto trade", [-4.7, -1], [-7.3, -1.1], [0.9, 0.4]],
  ["CRYPTO_POLICY", "2023-06-05", "SEC sues Binance", [-5.4, -2], [-4.4, -1.6], [0.6, 0.3]],
  ["CRYPTO_POLICY", "2023-06-06", "SEC sues Coinbase", [5.5, 2.1], [3.9, 1.4], [-0.5, -0.2]],
  ["CRYPTO_POLICY", "2024-01-10", "US approves spot bitcoin funds", [0.8, 0.4], [9.5, 4], [-1.2, -0.6]],
  ["CRYPTO_POLICY", "2025-03-06", "US strategic bitcoin reserve", [-1, -0.4], [-1.9, -0.5], [0.1, 0]],
  ["CRYPTO_POLICY", "2019-10-25", "Xi endorses blockchain", [15.6, 3.6], [12.7, 2.8], [0.9, 0.3]],
  ["CRYPTO_POLICY", "2024-05-20", "Reports of ether funds' approval", [7.3, 2.4], [17.5, 5.4], [-0.4, -0.2]],
  ["COUP", "2021-02-01", "Coup in Myanmar", [0.4, 0.1], [3.6, 0.7], [2.4, 1]],
  ["COUP", "2023-06-24", "Wagner mutiny", [-0.7, -0.3], [-1.1, -0.4], [0.3, 0.1]],
  ["COUP", "2023-07-26", "Coup in Niger", [0.3, 0.2], [0.7, 0.3], [-0.8, -0.3]],
  ["COUP", "2024-12-03", "South Korea martial law", [-0.3, -0.1], [-0.8, -0.2], [2.7, 1.2]],
  ["COUP", "2021-08-15", "Kabul falls", [0.1, 0], [1.1, 0.2], [-1.6, -0.7]],
  ["NUCLEAR", "2022-02-27", "Russia alerts nuclear forces", [-3.4, -1.1], [-5.9, -1.4], [4.5, 2.1]],
  ["NUCLEAR", "2022-09-21", "Russia mobilises, nuclear threat", [-2, -0.5], [-5.9, -1.1], [-1.5, -0.5]],
  ["NUCLEAR", "2024-11-19", "Russia lowers nuclear threshold", [1.8, 0.7], [-3.1, -0.9], [0.5, 0.2]],
  ["DE_ESCALATION", "2020-01-08", "Iran strikes back, US stands down", [-0.9, -0.3], [-1.2, -0.3], [-5, -2]],
  ["DE_ESCALATION", "2025-04-09", "US pauses tariffs", [8.1, 3.1], [13.1, 3.3], [4.2, 2.2]],
  ["DE_ESCALATION", "2025-05-12", "US and China cut tariffs", [-1.3, -0.5], [-0.3, -0.1], [1.6, 0.8]],
  ["DE_ESCALATION", "2025-06-24", "Israel and Iran ceasefire", [0.6, 0.2], [1.5, 0.3], [-5.7, -2.9]],
  ["DE_ESCALATION", "2025-01-15", "Gaza ceasefire agreed", [3.5, 1.5], [6.4, 2], [3.3, 1.5]],
  ["DE_ESCALATION", "2019-10-11", "US and China phase one", [-3.5, -0.8], [-5.3, -1.1], [2.3, 0.9]],
  ["DE_ESCALATION", "2018-12-01", "US and China truce at G20", [4.1, 1.4], [4.8, 0.9], [4.4, 2.2]],
  ["DE_ESCALATION", "2019-06-29", "US and China truce", [-4.8, -1.5], [1.6, 0.4], [1.1, 0.6]],
  ["TERROR", "2024-03-22", "Crocus City Hall attack", [-3.2, -1.2], [-5.2, -1.9], [-1, -0.5]],
  ["TERROR", "2019-04-21", "Bombings in Sri Lanka", [-1.1, -0.3], [-3.1, -0.6], [2.7, 1.2]],
  ["TERROR", "2021-08-26", "Bombing at Kabul airport", [-4.2, -0.9], [-4.5, -0.7], [-1.8, -0.8]],
  ["TERROR", "2024-01-03", "Bombings in Kerman", [-5.2, -2.4], [-6.7, -2.9], [3.2, 1.6]],
]

/**
 * Well-known events since 2018 and the price changes on their day: constant-mean model over the days −130 to −11, as
 * `testReturns` computes it on daily closes (bitcoin and ether on Binance, WTI spot by the US Energy Information
 * Administration). The list was written before the measurement, and no event was removed afterwards. Famous events are
 * known for their large moves, so these moves are larger than usual.
 */
export const pastEvents: readonly PastEvent[] = ROWS.map(([category, date, name, BTC, ETH, OIL]) => ({
  category,
  date,
  name,
  BTC,
  ETH,
  OIL,
}))
