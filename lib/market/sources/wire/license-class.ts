/**
 * The use of a provider's data that its terms allow a paid service:
 *
 * - `attribution`: any use, with attribution.
 * - `derived`: values that this service derives from the data, with attribution. The raw data is not passed on.
 * - `evaluation`: evaluation only, unless the operator has a licence.
 */
export type LicenseClass = "attribution" | "derived" | "evaluation"
