type Place = { readonly code: string; readonly region: string; readonly isMajor: boolean; readonly pattern: RegExp }

/** `isMajor`: of the G20, a large producer of oil or gas, or armed with nuclear weapons. */
function place(code: string, region: string, isMajor: boolean, words: string): Place {
  return { code, region, isMajor, pattern: new RegExp(`(?<![\\w.])(?:${words})(?![\\w])`) }
}

/**
 * The countries that headlines about markets name, with the words they use, in capitals as written: `us` does not name a country.
 * Alphabetical by code.
 */
const places: readonly Place[] = [
  place("AE", "Middle East", true, "UAE|Emirat(?:es|i)|Abu Dhabi|Dubai"),
  place("AR", "Americas", true, "Argentin[ae]\\w*"),
  place("AU", "Asia-Pacific", true, "Australian?|Canberra"),
  place("BF", "Africa", false, "Burkina Faso"),
  place("BR", "Americas", true, "Brazil(?:ian)?"),
  place("BY", "Europe", false, "Belarus(?:ian)?|Minsk"),
  place("CA", "Americas", true, "Canad(?:a|ian)|Ottawa"),
  place("CN", "Asia-Pacific", true, "China|Chinese|Beijing"),
  place("DE", "Europe", true, "German(?:y)?|Berlin"),
  place("EG", "Middle East", false, "Egypt(?:ian)?|Cairo"),
  place("EU", "Europe", true, "EU|European Union|Brussels"),
  place("FR", "Europe", true, "France|French|Paris"),
  place("GA", "Africa", false, "Gabon(?:ese)?"),
  place("GB", "Europe", true, "UK|Britain|British|London"),
  place("ID", "Asia-Pacific", true, "Indonesian?|Jakarta"),
  place("IL", "Middle East", true, "Israel(?:i)?|Tel Aviv|IDF"),
  place("IN", "Asia-Pacific", true, "Indian?|New Delhi"),
  place("IQ", "Middle East", true, "Iraqi?|Baghdad"),
  place("IR", "Middle East", true, "Iran(?:ian)?|Tehran"),
  place("IT", "Europe", true, "Ital(?:y|ian)|Rome"),
  place("JP", "Asia-Pacific", true, "Japan(?:ese)?|Tokyo"),
  place("KP", "Asia-Pacific", true, "North Korean?|Pyongyang"),
  place("KR", "Asia-Pacific", true, "South Korean?|Seoul"),
  place("KW", "Middle East", true, "Kuwaiti?"),
  place("LB", "Middle East", false, "Leban(?:on|ese)|Beirut|Hezbollah"),
  place("LY", "Africa", true, "Libyan?|Tripoli"),
  place("ML", "Africa", false, "Mali(?:an)?|Bamako"),
  place("MX", "Americas", true, "Mexic(?:o|an)"),
  place("NE", "Africa", false, "Niger|Niamey"),
  place("NG", "Africa", true, "Nigerian?|Abuja"),
  place("PK", "Asia-Pacific", true, "Pakistani?|Islamabad"),
  place("PL", "Europe", false, "Poland|Polish|Warsaw"),
  place("PS", "Middle East", false, "Gazan?|Palestin(?:e|ian)|Hamas|West Bank"),
  place("QA", "Middle East", true, "Qatari?|Doha"),
  place("RU", "Europe", true, "Russian?|Moscow|Kremlin|Putin"),
  place("SA", "Middle East", true, "Saudi(?: Arabia)?|Riyadh"),
  place("SD", "Africa", false, "Sudan(?:ese)?|Khartoum"),
  place("SY", "Middle East", false, "Syrian?|Damascus"),
  place("TR", "Middle East", true, "Turk(?:ey|ish|iye)|Türkiye|Ankara"),
  place("TW", "Asia-Pacific", false, "Taiwan(?:ese)?|Taipei"),
  place("UA", "Europe", false, "Ukrain(?:e|ian)|Kyiv|Kiev|Zelensky"),
  place("US", "Americas", true, "US|U\\.S\\.|USA|United States|Washington|White House|Pentagon|Trump|American"),
  place("VE", "Americas", true, "Venezuelan?|Caracas"),
  place("YE", "Middle East", false, "Yemeni?|Houthis?|Sanaa"),
  place("ZA", "Africa", true, "South Africa(?:n)?"),
]

const ACTORS =
  "NATO|United Nations|UN|OPEC|IAEA|Hamas|Hezbollah|Houthis?|ISIS|Islamic State|Taliban|OFAC|SEC|G7|G20|BRICS"
const actorPattern = new RegExp(`\\b(?:${ACTORS})\\b`, "g")

/** ISO codes of the countries that a headline names, in alphabetical order (`EU` for the European Union). */
export function countriesIn(title: string): readonly string[] {
  return placesIn(title).map(({ code }) => code)
}

export function hasMajorCountry(title: string): boolean {
  return placesIn(title).some(({ isMajor }) => isMajor)
}

/** The region most of these countries lie in, the first by alphabet when several; `null` of none. */
export function regionOf(countries: readonly string[]): string | null {
  const regions = places.filter(({ code }) => countries.includes(code)).map(({ region }) => region)
  const byCount = [...new Set(regions)].toSorted(
    (a, b) => regions.filter((r) => r === b).length - regions.filter((r) => r === a).length || (a < b ? -1 : 1),
  )
  return byCount[0] ?? null
}

/** Organisations and armed groups that headlines name, in alphabetical order. */
export function actorsIn(titles: readonly string[]): readonly string[] {
  return [...new Set(titles.flatMap((title) => title.match(actorPattern) ?? []))].toSorted()
}

function placesIn(title: string): readonly Place[] {
  return places.filter(({ pattern }) => pattern.test(title))
}
