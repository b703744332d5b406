/** The part of the native addon that we call. The package's own entry falls back to slow JavaScript; ours does not. */
declare module "secp256k1/bindings.js" {
  const addon: {
    /** @throws {Error} when no key made the signature */
    readonly ecdsaRecover: (
      signature: Uint8Array,
      recoveryId: number,
      digest: Uint8Array,
      compressed: boolean,
    ) => Uint8Array
    /** @throws {Error} when the key is none of secp256k1 */
    readonly ecdsaSign: (
      digest: Uint8Array,
      privateKey: Uint8Array,
    ) => { readonly signature: Uint8Array; readonly recid: number }
  }
  export default addon
}
