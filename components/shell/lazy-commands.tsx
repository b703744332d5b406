"use client"

import dynamic from "next/dynamic"

/** Keyboard shortcuts and the command palette, loaded after the first load. */
export const LazyCommands = dynamic(() => import("./commands").then((module) => module.Commands), { ssr: false })
