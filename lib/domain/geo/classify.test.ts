import { expect, test } from "vitest"
import { classify } from "./classify"
import { actorsIn, countriesIn, hasMajorCountry, regionOf } from "./places"
import { isStateMedia, tierOf } from "./outlets"

test.each([
  ["Russia launches full-scale invasion of Ukraine", "war_act"],
  ["Russian missile strikes hit Kharkiv overnight", "war_act"],
  ["Israel launches massive wave of air strikes on Lebanon", "war_escalation"],
  ["Ceasefire collapses as rockets hit border towns", "war_escalation"],
  ["China masses troops near border", "war_threat"],
  ["Kremlin warns of military action against NATO", "war_threat"],
  ["Putin warns of nuclear strike if attacked", "nuclear_threat"],
  ["North Korea conducts nuclear test", "nuclear_use"],
  ["New nuclear power plant opens in Georgia", null],
  ["Iran closes Strait of Hormuz", "chokepoint_closed"],
  ["Iran threatens to close Strait of Hormuz", "chokepoint_threat"],
  ["Tanker harassed in Red Sea", "chokepoint_threat"],
  ["US unveils sweeping sanctions package on Russian banks", "sanctions_package"],
  ["Treasury sanctions three shipping companies", "sanctions_listing"],
  ["EU considers new sanctions on Belarus", "sanctions_threat"],
  ["US imposes 100% tariff on Chinese goods", "tariffs_broad"],
  ["Trump threatens 100% tariff on China in post", "tariffs_threat"],
  ["US tariffs on steel take effect", "tariffs_product"],
  ["Drone attack sets Saudi oil facility ablaze", "energy"],
  ["Suicide bomb kills dozens in Kabul", "terror"],
  ["Military coup in Niger", "coup_minor"],
  ["Coup attempt in Turkey", "coup_major"],
  ["Bank behind stablecoin collapses", "financial_rails"],
  ["Senate passes crypto regulation bill", "crypto_policy"],
  ["Ceasefire signed between Israel and Hamas", "de_escalation"],
  ["UN urges ceasefire in Sudan", "other"],
  ["US lifts oil sanctions on Venezuela", "de_escalation"],
  ["Supermarkets start price war", null],
  ["Star Wars film breaks records", null],
  ["Nurses strike over pay", null],
  ["World leaders gather for climate summit", null],
] as const)("%s: %s", (title, name) => {
  expect(classify(title)).toBe(name)
})

test("countries are recognised by their names, and capitals only as written", () => {
  expect(countriesIn("Russian missiles hit Ukraine, U.S. says")).toEqual(["RU", "UA", "US"])
  expect(countriesIn("Join us for the Indianapolis race")).toEqual([])
  expect(countriesIn("Nigeria and Niger")).toEqual(["NE", "NG"])
  expect(regionOf(["IR", "SA", "US"])).toBe("Middle East")
  expect(regionOf([])).toBeNull()
  expect([hasMajorCountry("Coup in Niger"), hasMajorCountry("Coup in Brazil")]).toEqual([false, true])
  expect(actorsIn(["NATO and UN meet", "NATO warns"])).toEqual(["NATO", "UN"])
})

test("outlets are matched by domain or parent domain, and governments are tier 1", () => {
  expect(tierOf("reuters.com", false)).toBe(1)
  expect(tierOf("edition.cnn.com", false)).toBe(2)
  expect(tierOf("notreuters.com", false)).toBe(3)
  expect(tierOf("home.treasury.gov", false)).toBe(1)
  expect(tierOf("gov.example.com", false)).toBe(3)
  expect(tierOf("anything.example", true)).toBe(1)
  expect(isStateMedia("rt.com")).toBe(true)
  expect(isStateMedia("art.com")).toBe(false)
})
