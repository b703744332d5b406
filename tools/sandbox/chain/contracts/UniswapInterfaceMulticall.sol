// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Many calls in one, each with its own gas limit, with the interface of Uniswap's contract of this name.
/// @notice Written for the sandbox after the published ABI (package @uniswap/v3-periphery). It is not the deployed byte code.
contract UniswapInterfaceMulticall {
    struct Call {
        address target;
        uint256 gasLimit;
        bytes callData;
    }

    struct Result {
        bool success;
        uint256 gasUsed;
        bytes returnData;
    }

    function multicall(Call[] calldata calls) external returns (uint256 blockNumber, Result[] memory returnData) {
        blockNumber = block.number;
        returnData = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            uint256 gasBefore = gasleft();
            (bool success, bytes memory result) = calls[i].target.call{gas: calls[i].gasLimit}(calls[i].callData);
            returnData[i] = Result(success, gasBefore - gasleft(), result);
        }
    }
}
