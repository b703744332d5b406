// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IDepositCollector} from "./SandboxBatchSettlement.sol";

interface IReceiveWithAuthorization {
    function receiveWithAuthorization(
        address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce,
        bytes calldata signature
    ) external;
}

/// @title The sandbox's stand-in for ERC3009DepositCollector, for the address where that contract lives on every chain.
/// @notice Takes a deposit by the payer's `ReceiveWithAuthorization`. The nonce is the hash of channel and salt, so the
/// authorization is bound to one channel.
contract SandboxDepositCollector is IDepositCollector {
    using SafeERC20 for IERC20;

    address public constant SETTLEMENT = 0x4020074e9dF2ce1deE5A9C1b5c3f541D02a10003;

    error NotSettlement();

    /// @param data `abi.encode(uint256 validAfter, uint256 validBefore, uint256 salt, bytes signature)`
    function collect(address payer, address token, uint256 amount, bytes32 channelId, bytes calldata data) external {
        if (msg.sender != SETTLEMENT) revert NotSettlement();
        (uint256 validAfter, uint256 validBefore, uint256 salt, bytes memory signature) =
            abi.decode(data, (uint256, uint256, uint256, bytes));
        bytes32 nonce = keccak256(abi.encode(channelId, salt));
        IReceiveWithAuthorization(token).receiveWithAuthorization(
            payer, address(this), amount, validAfter, validBefore, nonce, signature
        );
        IERC20(token).safeTransfer(SETTLEMENT, amount);
    }
}
