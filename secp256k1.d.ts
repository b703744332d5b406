/**
 * The part of the native addon that is used. The entry of the package would fall back to slow JavaScript; this one does
 * not.
 */
declare module "secp256k1/bindings.js" {
  const addon: {
    /** @throws {Error} the bytes are not a signature */
    readonly ecdsaRecover: (
      signature: Uint8Array,
      recoveryId: number,
      digest: Uint8Array,
      compressed: boolean,
    ) => Uint8Array
    /** @throws {Error} the key is not valid for secp256k1 */
    readonly ecdsaSign: (
      digest: Uint8Array,
      privateKey: Uint8Array,
    ) => { readonly signature: Uint8Array; readonly recid: number }
  }
  export default addon
}
