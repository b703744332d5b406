/**
 * What a provider's terms allow a service that charges: `green` any use with attribution, `amber` values of our own
 * derived from its data, `red` evaluation only, unless the operator has a licence.
 */
export type Terms = "green" | "amber" | "red"
