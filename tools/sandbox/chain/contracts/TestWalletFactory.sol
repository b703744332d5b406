// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestSmartWallet} from "./TestSmartWallet.sol";

/// @title Makes a TestSmartWallet at an address that is known before it exists. For tests.
contract TestWalletFactory {
    function createAccount(address owner) external returns (address) {
        return address(new TestSmartWallet{salt: bytes32(0)}(owner));
    }

    function getAddress(address owner) external view returns (address) {
        bytes memory code = abi.encodePacked(type(TestSmartWallet).creationCode, abi.encode(owner));
        bytes32 hash = keccak256(abi.encodePacked(bytes1(0xff), address(this), bytes32(0), keccak256(code)));
        return address(uint160(uint256(hash)));
    }
}
