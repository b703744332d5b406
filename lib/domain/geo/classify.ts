import type { GeoClassName } from "./geo-class"
import { hasMajorCountry } from "./places"

/** Words that turn an act into an announcement. */
const MODAL = /threat|warn|vow|could|\bmay\b|might|mull|consider|plans?\b|would|weigh|float|ultimatum|brink|prepar/
const TALK = /\b(urge|call|propos|talk|push|hope|seek|discuss|negotiat|eye)/
const TRUCE = /cease-?fire|truce|peace (deal|agreement|accord|treaty|plan)/
const FIGURE_OF_SPEECH =
  /\b(price|bidding|culture|star|console|browser|turf|drug|talent|streaming|trade) wars?\b|war of words|war film/g

const WAR = new RegExp(
  "\\bwar\\b|invasion|invade|missile|air ?strikes?|drone (strike|attack)|shelling|bombard|bombing|\\btroops\\b|" +
    "offensive|military (strike|operation|action)|\\brockets?\\b|ballistic|warplane|frontline",
)

/**
 * The class of a headline, or `null` when it is not about geopolitics.
 *
 * Keywords only, in a fixed order: the same words always give the same class, and the rule can be read.
 */
export function classify(title: string): GeoClassName | null {
  const text = title.toLowerCase().replace(FIGURE_OF_SPEECH, (match) => (match.startsWith("trade") ? "tariff" : ""))
  return (
    peace(text) ??
    nuclear(text) ??
    chokepoint(text) ??
    energy(text) ??
    sanctions(text) ??
    tariffs(text) ??
    upheaval(text, title) ??
    finance(text) ??
    war(text) ??
    (/\b(military|border clash|diplomat|embassy|airspace|warship|navy)\b/.test(text) ? "other" : null)
  )
}

function peace(text: string): GeoClassName | null {
  if (TRUCE.test(text)) {
    if (/collaps|violat|broken|breach|reject|\bfails?\b|ends? |refus/.test(text)) return "war_escalation"
    return TALK.test(text) || MODAL.test(text) ? "other" : "de_escalation"
  }
  const isEased =
    /\b(lift|eas|suspend|remov|paus|roll back|cut)\w* (\w+ ){0,3}(sanctions|tariffs?)|trade deal (signed|reached)/
  return isEased.test(text) || /(strait|canal).*reopen|reopen.*(strait|canal)/.test(text) ? "de_escalation" : null
}

function nuclear(text: string): GeoClassName | null {
  if (!/nuclear|atomic bomb|\bicbm\b|warhead/.test(text)) return null
  const isUsed =
    /nuclear (strike on|detonation|explosion)|(conducts?|carries out|carried out|conducted) (a |its )?(\w+ )?nuclear test/
  if (isUsed.test(text) && !MODAL.test(text)) return "nuclear_use"
  return /weapon|threat|strike|\bwar\b|arsenal|doctrine|posture|missile|warhead|icbm|\btest\b|bomb/.test(text)
    ? "nuclear_threat"
    : null
}

function chokepoint(text: string): GeoClassName | null {
  if (!/hormuz|suez|bab[- ]el[- ]mandeb|red sea|taiwan strait|malacca|bosph?orus|panama canal/.test(text)) return null
  const isClosed = /\bclos(e|es|ed|ure)\b|blockade|blocked|\bshuts?\b|\bmined\b|halts? (all )?(shipping|transit)/
  return isClosed.test(text) && !MODAL.test(text) ? "chokepoint_closed" : "chokepoint_threat"
}

function energy(text: string): GeoClassName | null {
  const isSite =
    /pipeline|refiner(y|ies)|oil (field|facility|terminal|depot|tanker)|lng (terminal|plant)|power grid|gas (field|plant)/
  return isSite.test(text) &&
    /attack|explosion|\bstruck|strikes?\b|\bhits?\b|drone|sabotag|blast|ablaze|halt/.test(text)
    ? "energy"
    : null
}

function sanctions(text: string): GeoClassName | null {
  if (!/sanction|embargo|export (control|ban)|asset freeze|blocking (the )?property/.test(text)) return null
  if (MODAL.test(text) || TALK.test(text)) return "sanctions_threat"
  return /package|\bbanks?\b|banking|swift|energy|\boil\b|sweeping|new round|embargo/.test(text)
    ? "sanctions_package"
    : "sanctions_listing"
}

function tariffs(text: string): GeoClassName | null {
  if (!/tariff|import dut(y|ies)|customs dut|adjusting imports/.test(text)) return null
  if (MODAL.test(text) || TALK.test(text)) return "tariffs_threat"
  if (
    /steel|alumin|\bcars?\b|\bautos?\b|chips?\b|semiconductor|lumber|copper|pharma|solar|electric vehicle/.test(text)
  ) {
    return "tariffs_product"
  }
  const isBroad = /\d ?(%|percent|per cent)|sweeping|across-the-board|all imports|reciprocal|universal|blanket/
  return isBroad.test(text) ? "tariffs_broad" : "tariffs_product"
}

function upheaval(text: string, title: string): GeoClassName | null {
  if (/terror(ist)? attack|suicide bomb|hostage-taking|car bomb/.test(text)) return "terror"
  const isCoup = /\bcoup\b|junta|military takeover|martial law|president (ousted|overthrown|assassinated)|seizes? power/
  if (!isCoup.test(text)) return null
  return hasMajorCountry(title) ? "coup_major" : "coup_minor"
}

function finance(text: string): GeoClassName | null {
  const isRail = /\bbanks?\b|exchange|stablecoin|swift|payment system|clearing house|\busd[ct]\b/
  const isBroken =
    /\bfail(s|ed|ure)?\b|collaps|hack|cyber ?attack|insolven|halts? withdrawals|depeg|\bseized?\b|bank run/
  if (isRail.test(text) && isBroken.test(text)) return "financial_rails"
  const isCrypto = /bitcoin|crypto|stablecoin|digital assets?/
  return isCrypto.test(text) &&
    /\bban(s|ned)?\b|\bbill\b|\blaw\b|regulat|lawsuit|\bsues?\b|approv|reserve|crackdown/.test(text)
    ? "crypto_policy"
    : null
}

function war(text: string): GeoClassName | null {
  if (!WAR.test(text)) return null
  if (/build-?up|\bmass(es|ing)?\b|mobili[sz]/.test(text) || MODAL.test(text)) return "war_threat"
  const isMore = /escalat|retaliat|largest|massive|barrage|wave of|intensif|widen|ground offensive|claims?\b/
  return isMore.test(text) && !/invasion|invades?\b|declares? war/.test(text) ? "war_escalation" : "war_act"
}
