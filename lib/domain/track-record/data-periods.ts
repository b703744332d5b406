/**
 * What a decision's data was used for. `fitted`: parameters were fitted or chosen on it. `seen`: not fitted, but looked at when
 * inputs and rules were chosen. `unseen`: neither.
 */
export const DATA_PERIODS = ["fitted", "seen", "unseen"] as const

export type DataPeriod = (typeof DATA_PERIODS)[number]
