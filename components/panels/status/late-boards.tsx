"use client"

import dynamic from "next/dynamic"

// Their code, with the query library and the schemas, comes after the first load.
export const StatusBoard = dynamic(() => import("./status-board").then((module) => module.StatusBoard))
export const StatusHistory = dynamic(() => import("./status-history").then((module) => module.StatusHistory))
