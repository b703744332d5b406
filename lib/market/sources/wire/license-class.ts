/**
 * The use of a series that its terms allow a paid service:
 *
 * - `attribution` (green): its values may be sold, with attribution.
 * - `derived` (amber): only changes, classes and scores that this service computes from it. Its values are not passed on.
 * - `evaluation` (red): nothing, unless the operator has a licence.
 */
export type LicenseClass = "attribution" | "derived" | "evaluation"
