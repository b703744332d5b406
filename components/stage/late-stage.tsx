"use client"

import dynamic from "next/dynamic"

/** Loads after the page, because nothing on it exists before the purchases of this browser are read. */
export const StagePage = dynamic(() => import("./stage-page").then((module) => module.StagePage), { ssr: false })
