// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestSmartWallet} from "./TestSmartWallet.sol";

/// @title Makes a wallet where nobody pays for it (a call that is only tried out), and burns all gas where somebody does.
/// @notice For tests of what a factory can do to its neighbours in a batch.
contract GasBurningFactory {
    function createAccount(address owner) external returns (address) {
        if (tx.origin != address(0)) {
            assembly {
                invalid()
            }
        }
        return address(new TestSmartWallet{salt: bytes32(0)}(owner));
    }

    function getAddress(address owner) external view returns (address) {
        bytes memory code = abi.encodePacked(type(TestSmartWallet).creationCode, abi.encode(owner));
        bytes32 hash = keccak256(abi.encodePacked(bytes1(0xff), address(this), bytes32(0), keccak256(code)));
        return address(uint160(uint256(hash)));
    }
}
