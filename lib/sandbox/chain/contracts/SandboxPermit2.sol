// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";

/// @title The part of Permit2 that x402 uses, for the address where Permit2 lives on every chain.
/// @notice Written for the sandbox after the public interface of Permit2's SignatureTransfer (selectors, EIP-712 types, events
/// and error names): none of its source is copied, and it is not the deployed byte code. Batches and AllowanceTransfer are
/// left out.
contract SandboxPermit2 {
    struct TokenPermissions {
        address token;
        uint256 amount;
    }

    struct PermitTransferFrom {
        TokenPermissions permitted;
        uint256 nonce;
        uint256 deadline;
    }

    struct SignatureTransferDetails {
        address to;
        uint256 requestedAmount;
    }

    error SignatureExpired(uint256 signatureDeadline);
    error InvalidAmount(uint256 maxAmount);
    error InvalidNonce();
    error InvalidSignatureLength();
    error InvalidSignature();
    error InvalidSigner();
    error InvalidContractSignature();

    event UnorderedNonceInvalidation(address indexed owner, uint256 word, uint256 mask);

    bytes32 private constant DOMAIN_TYPEHASH = keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)");
    bytes32 private constant TOKEN_PERMISSIONS_TYPEHASH = keccak256("TokenPermissions(address token,uint256 amount)");
    string private constant WITNESS_TRANSFER_TYPE =
        "PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,";

    /// @notice One bit per nonce, set once it was used or invalidated: the upper 248 bits of a nonce name the word.
    mapping(address owner => mapping(uint256 word => uint256)) public nonceBitmap;

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN_TYPEHASH, keccak256("Permit2"), block.chainid, address(this)));
    }

    /// @notice Moves what `owner` has signed for the caller. `witnessTypeString` closes the type after its own last field.
    function permitWitnessTransferFrom(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata details,
        address owner,
        bytes32 witness,
        string calldata witnessTypeString,
        bytes calldata signature
    ) external {
        if (block.timestamp > permit.deadline) revert SignatureExpired(permit.deadline);
        if (details.requestedAmount > permit.permitted.amount) revert InvalidAmount(permit.permitted.amount);
        _useNonce(owner, permit.nonce);
        bytes32 structHash = keccak256(
            abi.encode(
                keccak256(abi.encodePacked(WITNESS_TRANSFER_TYPE, witnessTypeString)),
                keccak256(abi.encode(TOKEN_PERMISSIONS_TYPEHASH, permit.permitted.token, permit.permitted.amount)),
                msg.sender,
                permit.nonce,
                permit.deadline,
                witness
            )
        );
        _requireSigned(owner, keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), structHash)), signature);
        _pull(permit.permitted.token, owner, details);
    }

    /// @notice Takes back what the caller has signed and nobody has used yet.
    function invalidateUnorderedNonces(uint256 word, uint256 mask) external {
        nonceBitmap[msg.sender][word] |= mask;
        emit UnorderedNonceInvalidation(msg.sender, word, mask);
    }

    function _useNonce(address owner, uint256 nonce) private {
        uint256 bit = 1 << uint8(nonce);
        uint256 used = nonceBitmap[owner][nonce >> 8];
        if (used & bit != 0) revert InvalidNonce();
        nonceBitmap[owner][nonce >> 8] = used | bit;
    }

    /// @dev ERC-1271 where the signer has code, else ECDSA over 65 bytes, or 64 in EIP-2098's form. A high `s` is taken.
    function _requireSigned(address signer, bytes32 digest, bytes calldata signature) private view {
        if (signer.code.length > 0) {
            bytes4 answer = IERC1271(signer).isValidSignature(digest, signature);
            if (answer != IERC1271.isValidSignature.selector) revert InvalidContractSignature();
            return;
        }
        if (signature.length != 65 && signature.length != 64) revert InvalidSignatureLength();
        bytes32 r = bytes32(signature[0:32]);
        bytes32 vs = bytes32(signature[32:64]);
        bool compact = signature.length == 64;
        bytes32 s = compact ? vs & bytes32(type(uint256).max >> 1) : vs;
        uint8 v = compact ? uint8(uint256(vs) >> 255) + 27 : uint8(signature[64]);
        address recovered = ecrecover(digest, v, r, s);
        if (recovered == address(0)) revert InvalidSignature();
        if (recovered != signer) revert InvalidSigner();
    }

    /// @dev Like Permit2, hides the token's own reason.
    function _pull(address token, address owner, SignatureTransferDetails calldata details) private {
        (bool success, bytes memory answer) =
            token.call(abi.encodeCall(IERC20.transferFrom, (owner, details.to, details.requestedAmount)));
        require(success, "TRANSFER_FROM_FAILED");
        bool moved = answer.length == 0 ? token.code.length > 0 : abi.decode(answer, (bool));
        require(moved, "TRANSFER_FROM_FAILED");
    }
}
