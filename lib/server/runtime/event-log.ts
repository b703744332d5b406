import type { Logger } from "pino"

/** The level of each operational event. docs/operating.md says what to do about each. */
export const eventLevels = {
  broadcast_failed: "warn",
  chain_not_checked: "warn",
  chain_unreachable: "error",
  config_doubtful: "warn",
  database_connection_lost: "warn",
  database_connections_refused: "error",
  database_pool_exhausted: "error",
  database_read_only: "error",
  deployment_differs: "error",
  facilitator_asked_again: "info",
  facilitator_failed: "error",
  facilitator_unavailable: "error",
  ledger_unreachable: "error",
  listing_asked: "info",
  listing_ended: "info",
  listing_failed: "warn",
  listing_open: "info",
  part_changed: "warn",
  retired_key_followed: "info",
  session_charges_lost: "error",
  session_claim_failed: "warn",
  session_contracts_not_checked: "warn",
  session_gas_empty: "error",
  session_gas_fee_too_high: "error",
  session_gas_low: "warn",
  session_gas_ok: "info",
  session_job_failed: "warn",
  session_transfer_failed: "warn",
  session_transfer_possible: "warn",
  rpc_node_back: "info",
  rpc_node_left: "warn",
  rpc_nodes_disagree: "error",
  settlement_block_gone: "warn",
  settlement_gas_price_too_high: "error",
  settlement_gas_empty: "error",
  settlement_gas_low: "warn",
  settlement_gas_ok: "info",
  settlement_gas_unprofitable: "error",
  settlement_interrupted: "warn",
  settlement_not_sent: "warn",
  settlement_refusals_high: "warn",
  settlement_refusals_normal: "info",
  settlement_replaced: "info",
  settlement_watch_failed: "warn",
  record_accepted: "warn",
  record_anchor_failed: "warn",
  record_contradicted: "error",
  record_not_compared: "warn",
  settlement_overload_ended: "info",
  settlement_overloaded: "warn",
  settler_leads: "info",
  settler_lost_its_lease: "warn",
  settler_recovering: "info",
  settler_recovery_failed: "error",
  shared_settlement_failed: "error",
  versions_failed: "error",
} as const satisfies Readonly<Record<string, "info" | "warn" | "error">>

/** Logs an event at its level; an unknown event is a warning. */
export function eventLog(log: Pick<Logger, "info" | "warn" | "error">) {
  return (event: string, facts: Readonly<Record<string, unknown>>): void => {
    const level = Object.hasOwn(eventLevels, event) ? eventLevels[event as keyof typeof eventLevels] : "warn"
    log[level]({ event, ...facts }, event)
  }
}
