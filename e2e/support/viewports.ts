export const desktop = { width: 1280, height: 800 } as const
export const phone = { width: 360, height: 740 } as const
export const narrow = { width: 320, height: 640 } as const
