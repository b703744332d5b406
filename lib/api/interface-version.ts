/** The version of the interface, as in its specification, section 9. */
export const INTERFACE_VERSION = "1.0.0"
