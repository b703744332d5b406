import type { GeoCategory } from "./geo-class"

/**
 * Text about a kind of event. A scenario, not a forecast: of seven famous events one moved bitcoin
 * beyond noise on its day, and of the usual effects only that on oil is well documented.
 */
export const scenarios = {
  WAR: "Oil and gold up, bitcoin and ether down at first; oil gives back most of it within about ten days.",
  NUCLEAR: "As in war, stronger: oil and gold up, risk assets down.",
  CHOKEPOINT: "Oil up while shipping is in doubt, gold up, bitcoin and ether down at first.",
  SANCTIONS: "Oil up when a producer is hit, gold up, bitcoin mixed.",
  TARIFFS: "Equities, bitcoin and ether down, oil down on weaker demand, gold up.",
  ENERGY: "Oil and gas up; little direct effect on bitcoin and ether.",
  TERROR: "Short flight to gold; effects on other assets rarely last a day.",
  COUP: "Local assets suffer; oil up when a producer is concerned.",
  CYBER_FINANCIAL_RAILS: "Mixed for bitcoin: distrust of banks helps, forced selling and depegs hurt.",
  CRYPTO_POLICY: "Depends on content: approvals help, bans hurt, and much is known before the headline.",
  DE_ESCALATION: "Oil and gold give back their premium, risk assets recover.",
  OTHER: "No usual reaction.",
} as const satisfies Record<GeoCategory, string>
