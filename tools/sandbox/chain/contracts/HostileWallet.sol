// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title An ERC-1271 wallet that never says a plain yes or no. For tests.
contract HostileWallet {
    /// 0 reverts, 1 answers garbage, 2 burns all gas, 3 says yes when tried out and burns all gas when it counts, 4 says yes
    /// until somebody arms it and burns all gas then.
    uint8 public immutable manner;
    bool public armed;

    constructor(uint8 manner_) {
        manner = manner_;
    }

    function arm(bool armed_) external {
        armed = armed_;
    }

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        if (manner == 0) revert("no");
        if (manner == 3 && tx.origin == address(0)) return this.isValidSignature.selector;
        if (manner == 4 && !armed) return this.isValidSignature.selector;
        if (manner >= 2) {
            assembly {
                invalid()
            }
        }
        assembly {
            mstore(0, not(0))
            return(0, 7)
        }
    }
}
