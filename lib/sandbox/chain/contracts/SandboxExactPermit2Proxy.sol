// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {SandboxPermit2} from "./SandboxPermit2.sol";

/// @title The spender of x402's Permit2 payments, for the address where x402ExactPermit2Proxy lives on every chain.
/// @notice Written for the sandbox after the interface in x402's scheme_exact_evm.md and the ABI of @x402/evm: none of its
/// source is copied, and it is not the deployed byte code. Whoever calls it, money goes where the payer's signature says.
/// `settleWithPermit` is left out: approvals are not sponsored here.
contract SandboxExactPermit2Proxy is ReentrancyGuardTransient {
    struct Witness {
        address to;
        uint256 validAfter;
    }

    error InvalidDestination();
    error InvalidOwner();
    error InvalidAmount();
    error PaymentTooEarly();

    event Settled();

    SandboxPermit2 public constant PERMIT2 = SandboxPermit2(0x000000000022D473030F116dDEE9F6B43aC78BA3);
    bytes32 public constant WITNESS_TYPEHASH = keccak256("Witness(address to,uint256 validAfter)");
    string public constant WITNESS_TYPE_STRING =
        "Witness witness)TokenPermissions(address token,uint256 amount)Witness(address to,uint256 validAfter)";

    /// @notice Moves exactly the permitted amount from `owner` to the signed destination.
    function settle(
        SandboxPermit2.PermitTransferFrom calldata permit,
        address owner,
        Witness calldata witness,
        bytes calldata signature
    ) external nonReentrant {
        if (permit.permitted.amount == 0) revert InvalidAmount();
        if (owner == address(0)) revert InvalidOwner();
        if (witness.to == address(0)) revert InvalidDestination();
        if (block.timestamp < witness.validAfter) revert PaymentTooEarly();
        PERMIT2.permitWitnessTransferFrom(
            permit,
            SandboxPermit2.SignatureTransferDetails({to: witness.to, requestedAmount: permit.permitted.amount}),
            owner,
            keccak256(abi.encode(WITNESS_TYPEHASH, witness.to, witness.validAfter)),
            WITNESS_TYPE_STRING,
            signature
        );
        emit Settled();
    }
}
