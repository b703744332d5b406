/**
 * The module that every page loads late, for the parts of one screen. `import()` inside their `dynamic()` would give the
 * screen's HTML preload links to files that the build does not write, because the layout loads the same module.
 */
export const loadLate = () => import("./late")
