"use client"

import dynamic from "next/dynamic"

// Their code, with the query library and the schemas, comes after the first load.
export const StatsBoard = dynamic(() => import("./stats-board").then((module) => module.StatsBoard))
export const SealedBoard = dynamic(() => import("./sealed-board").then((module) => module.SealedBoard))
export const ArenaBoard = dynamic(() => import("./arena-board").then((module) => module.ArenaBoard))
