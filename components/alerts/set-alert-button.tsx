"use client"

import { openAlerts } from "@/lib/client/alerts/alerts-dialog"

export function SetAlertButton() {
  return (
    <button className="chip-button" type="button" aria-haspopup="dialog" onClick={openAlerts}>
      Set an alert
    </button>
  )
}
