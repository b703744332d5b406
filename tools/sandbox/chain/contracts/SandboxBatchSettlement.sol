// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @notice The parameters of a channel. They never change; their EIP-712 hash is the channel's id.
struct ChannelConfig {
    address payer;
    address payerAuthorizer;
    address receiver;
    address receiverAuthorizer;
    address token;
    uint40 withdrawDelay;
    bytes32 salt;
}

/// @notice Moves a deposit from the payer to the settlement contract.
interface IDepositCollector {
    function collect(address payer, address token, uint256 amount, bytes32 channelId, bytes calldata data) external;
}

/// @title The sandbox's stand-in for x402BatchSettlement, for the address where that contract lives on every chain.
/// @notice Written for the sandbox from the x402 specification (scheme_batch_settlement_evm.md): the same functions, EIP-712
/// types and rules. A channel holds a deposit. Its payer signs cumulative vouchers off chain, and the receiver claims the
/// newest voucher at any time.
/// @dev Needs no storage to begin with, so its code can be placed at any address.
contract SandboxBatchSettlement is ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    struct Voucher {
        ChannelConfig channel;
        uint128 maxClaimableAmount;
    }

    struct VoucherClaim {
        Voucher voucher;
        bytes signature;
        /// The total after this claim; at most `maxClaimableAmount`.
        uint128 totalClaimed;
    }

    struct Channel {
        /// All deposits less withdrawals and refunds.
        uint128 balance;
        uint128 totalClaimed;
    }

    struct Withdrawal {
        uint128 amount;
        uint40 initiatedAt;
    }

    struct Receiver {
        uint128 totalClaimed;
        uint128 totalSettled;
    }

    uint40 public constant MIN_WITHDRAW_DELAY = 15 minutes;
    uint40 public constant MAX_WITHDRAW_DELAY = 30 days;

    bytes32 public constant CHANNEL_CONFIG_TYPEHASH = keccak256(
        "ChannelConfig(address payer,address payerAuthorizer,address receiver,address receiverAuthorizer,address token,uint40 withdrawDelay,bytes32 salt)"
    );
    bytes32 public constant VOUCHER_TYPEHASH = keccak256("Voucher(bytes32 channelId,uint128 maxClaimableAmount)");
    bytes32 public constant REFUND_TYPEHASH = keccak256("Refund(bytes32 channelId,uint256 nonce,uint128 amount)");
    bytes32 public constant CLAIM_ENTRY_TYPEHASH =
        keccak256("ClaimEntry(bytes32 channelId,uint128 maxClaimableAmount,uint128 totalClaimed)");
    bytes32 public constant CLAIM_BATCH_TYPEHASH = keccak256(
        "ClaimBatch(ClaimEntry[] claims)ClaimEntry(bytes32 channelId,uint128 maxClaimableAmount,uint128 totalClaimed)"
    );
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    mapping(bytes32 channelId => Channel) public channels;
    mapping(bytes32 channelId => Withdrawal) public pendingWithdrawals;
    mapping(address receiver => mapping(address token => Receiver)) public receivers;
    /// @notice The nonce that the next signed refund must have.
    mapping(bytes32 channelId => uint256) public refundNonce;

    event ChannelCreated(bytes32 indexed channelId, ChannelConfig config);
    event ChannelClosed(bytes32 indexed channelId, ChannelConfig config);
    event Deposited(bytes32 indexed channelId, address indexed sender, uint128 amount, uint128 balance);
    event Claimed(bytes32 indexed channelId, address indexed sender, uint128 amount, uint128 totalClaimed);
    event Settled(address indexed receiver, address indexed token, address indexed sender, uint128 amount);
    event Refunded(bytes32 indexed channelId, address indexed sender, uint128 amount);
    event WithdrawInitiated(bytes32 indexed channelId, uint128 amount, uint40 finalizeAfter);
    event WithdrawFinalized(bytes32 indexed channelId, address indexed sender, uint128 amount);

    error InvalidChannelConfig();
    error WithdrawDelayOutOfRange();
    error ZeroAmount();
    error DepositNotReceived();
    error EmptyClaims();
    error NotReceiver();
    error NotPayer();
    error InvalidVoucherSignature();
    error InvalidAuthorizerSignature();
    error ReceiverAuthorizerMismatch();
    error ClaimExceedsVoucher();
    error ClaimExceedsBalance();
    error WithdrawalExceedsEscrow();
    error NoPendingWithdrawal();
    error WithdrawDelayNotElapsed();
    error InvalidRefundNonce();

    /// @notice Executes several calls to this contract in one transaction. Reverts if one of them does.
    function multicall(bytes[] calldata data) external returns (bytes[] memory results) {
        results = new bytes[](data.length);
        for (uint256 i = 0; i < data.length; i++) {
            (bool success, bytes memory result) = address(this).delegatecall(data[i]);
            if (!success) {
                assembly ("memory-safe") {
                    revert(add(result, 0x20), mload(result))
                }
            }
            results[i] = result;
        }
    }

    /// @notice Adds to a channel, which the first deposit creates. Anybody may send the transaction.
    function deposit(ChannelConfig calldata config, uint128 amount, address collector, bytes calldata collectorData)
        external
        nonReentrant
    {
        _requireValid(config);
        if (amount == 0) revert ZeroAmount();
        bytes32 channelId = getChannelId(config);
        Channel storage channel = channels[channelId];
        if (channel.balance == 0 && channel.totalClaimed == 0) emit ChannelCreated(channelId, config);
        channel.balance += amount;

        uint256 balanceBefore = IERC20(config.token).balanceOf(address(this));
        IDepositCollector(collector).collect(config.payer, config.token, amount, channelId, collectorData);
        if (IERC20(config.token).balanceOf(address(this)) != balanceBefore + amount) revert DepositNotReceived();
        emit Deposited(channelId, msg.sender, amount, channel.balance);
    }

    /// @notice Claims by vouchers. Moves no token. Only for the receiver or its authorizer.
    function claim(VoucherClaim[] calldata voucherClaims) external nonReentrant {
        if (voucherClaims.length == 0) revert EmptyClaims();
        for (uint256 i = 0; i < voucherClaims.length; i++) {
            ChannelConfig calldata config = voucherClaims[i].voucher.channel;
            if (msg.sender != config.receiver && msg.sender != config.receiverAuthorizer) revert NotReceiver();
            _claim(voucherClaims[i]);
        }
    }

    /// @notice The same for anybody, with the signature of the receiver's authorizer, which all channels must share.
    function claimWithSignature(VoucherClaim[] calldata voucherClaims, bytes calldata authorizerSignature)
        external
        nonReentrant
    {
        if (voucherClaims.length == 0) revert EmptyClaims();
        address authorizer = voucherClaims[0].voucher.channel.receiverAuthorizer;
        bytes32 digest = getClaimBatchDigest(voucherClaims);
        if (!SignatureChecker.isValidSignatureNow(authorizer, digest, authorizerSignature)) {
            revert InvalidAuthorizerSignature();
        }
        for (uint256 i = 0; i < voucherClaims.length; i++) {
            if (voucherClaims[i].voucher.channel.receiverAuthorizer != authorizer) revert ReceiverAuthorizerMismatch();
            _claim(voucherClaims[i]);
        }
    }

    /// @notice Sends everything that is claimed and not settled to the receiver, in one transfer. Anybody may call it.
    function settle(address receiver, address token) external nonReentrant {
        Receiver storage account = receivers[receiver][token];
        uint128 amount = account.totalClaimed - account.totalSettled;
        if (amount == 0) return;
        account.totalSettled = account.totalClaimed;
        IERC20(token).safeTransfer(receiver, amount);
        emit Settled(receiver, token, msg.sender, amount);
    }

    /// @notice Returns unclaimed money to the payer. Only for the receiver or its authorizer.
    function refund(ChannelConfig calldata config, uint128 amount) external nonReentrant {
        if (msg.sender != config.receiver && msg.sender != config.receiverAuthorizer) revert NotReceiver();
        _refund(config, getChannelId(config), amount);
    }

    /// @notice The same for anybody, with the signature of the receiver's authorizer.
    function refundWithSignature(
        ChannelConfig calldata config,
        uint128 amount,
        uint256 nonce,
        bytes calldata receiverAuthorizerSignature
    ) external nonReentrant {
        bytes32 channelId = getChannelId(config);
        if (nonce != refundNonce[channelId]) revert InvalidRefundNonce();
        bytes32 digest = getRefundDigest(channelId, nonce, amount);
        if (!SignatureChecker.isValidSignatureNow(config.receiverAuthorizer, digest, receiverAuthorizerSignature)) {
            revert InvalidAuthorizerSignature();
        }
        _refund(config, channelId, amount);
    }

    /// @notice Announces a withdrawal. The receiver can claim until the delay has passed.
    function initiateWithdraw(ChannelConfig calldata config, uint128 amount) external nonReentrant {
        _requirePayer(config);
        bytes32 channelId = getChannelId(config);
        if (amount == 0) revert ZeroAmount();
        if (amount > _escrow(channels[channelId])) revert WithdrawalExceedsEscrow();
        pendingWithdrawals[channelId] = Withdrawal(amount, uint40(block.timestamp));
        emit WithdrawInitiated(channelId, amount, uint40(block.timestamp) + config.withdrawDelay);
    }

    /// @notice Pays an announced withdrawal after the delay: at most what is unclaimed then.
    function finalizeWithdraw(ChannelConfig calldata config) external nonReentrant {
        _requirePayer(config);
        bytes32 channelId = getChannelId(config);
        Withdrawal memory withdrawal = pendingWithdrawals[channelId];
        if (withdrawal.initiatedAt == 0) revert NoPendingWithdrawal();
        if (block.timestamp < withdrawal.initiatedAt + config.withdrawDelay) revert WithdrawDelayNotElapsed();
        delete pendingWithdrawals[channelId];
        uint128 escrow = _escrow(channels[channelId]);
        uint128 amount = withdrawal.amount < escrow ? withdrawal.amount : escrow;
        _pay(config, channelId, amount);
        emit WithdrawFinalized(channelId, msg.sender, amount);
    }

    function getChannelId(ChannelConfig calldata config) public view returns (bytes32) {
        return _digest(keccak256(abi.encode(CHANNEL_CONFIG_TYPEHASH, config)));
    }

    function getVoucherDigest(bytes32 channelId, uint128 maxClaimableAmount) public view returns (bytes32) {
        return _digest(keccak256(abi.encode(VOUCHER_TYPEHASH, channelId, maxClaimableAmount)));
    }

    function getRefundDigest(bytes32 channelId, uint256 nonce, uint128 amount) public view returns (bytes32) {
        return _digest(keccak256(abi.encode(REFUND_TYPEHASH, channelId, nonce, amount)));
    }

    function getClaimBatchDigest(VoucherClaim[] calldata voucherClaims) public view returns (bytes32) {
        bytes32[] memory entries = new bytes32[](voucherClaims.length);
        for (uint256 i = 0; i < voucherClaims.length; i++) {
            Voucher calldata voucher = voucherClaims[i].voucher;
            entries[i] = keccak256(
                abi.encode(
                    CLAIM_ENTRY_TYPEHASH,
                    getChannelId(voucher.channel),
                    voucher.maxClaimableAmount,
                    voucherClaims[i].totalClaimed
                )
            );
        }
        return _digest(keccak256(abi.encode(CLAIM_BATCH_TYPEHASH, keccak256(abi.encodePacked(entries)))));
    }

    /// @dev A total that is claimed already changes nothing, so that a repeated claim fails for no other channel of its batch.
    function _claim(VoucherClaim calldata voucherClaim) private {
        Voucher calldata voucher = voucherClaim.voucher;
        ChannelConfig calldata config = voucher.channel;
        bytes32 channelId = getChannelId(config);
        bytes32 digest = getVoucherDigest(channelId, voucher.maxClaimableAmount);
        if (!_isSignedByPayer(config, digest, voucherClaim.signature)) revert InvalidVoucherSignature();
        if (voucherClaim.totalClaimed > voucher.maxClaimableAmount) revert ClaimExceedsVoucher();
        Channel storage channel = channels[channelId];
        if (voucherClaim.totalClaimed <= channel.totalClaimed) return;
        if (voucherClaim.totalClaimed > channel.balance) revert ClaimExceedsBalance();
        uint128 amount = voucherClaim.totalClaimed - channel.totalClaimed;
        channel.totalClaimed = voucherClaim.totalClaimed;
        receivers[config.receiver][config.token].totalClaimed += amount;
        emit Claimed(channelId, msg.sender, amount, voucherClaim.totalClaimed);
    }

    /// @dev A payer's authorizer is always a key. Without one the payer itself decides, by key or by ERC-1271.
    function _isSignedByPayer(ChannelConfig calldata config, bytes32 digest, bytes calldata signature)
        private
        view
        returns (bool)
    {
        if (config.payerAuthorizer == address(0)) {
            return SignatureChecker.isValidSignatureNow(config.payer, digest, signature);
        }
        (address signer, ECDSA.RecoverError fault,) = ECDSA.tryRecoverCalldata(digest, signature);
        return fault == ECDSA.RecoverError.NoError && signer == config.payerAuthorizer;
    }

    /// @dev The nonce advances even if nothing is left to refund.
    function _refund(ChannelConfig calldata config, bytes32 channelId, uint128 amount) private {
        if (amount == 0) revert ZeroAmount();
        refundNonce[channelId]++;
        uint128 escrow = _escrow(channels[channelId]);
        uint128 refunded = amount < escrow ? amount : escrow;
        if (refunded == 0) return;
        Withdrawal storage withdrawal = pendingWithdrawals[channelId];
        if (withdrawal.amount <= refunded) delete pendingWithdrawals[channelId];
        else withdrawal.amount -= refunded;
        _pay(config, channelId, refunded);
        emit Refunded(channelId, msg.sender, refunded);
    }

    function _pay(ChannelConfig calldata config, bytes32 channelId, uint128 amount) private {
        Channel storage channel = channels[channelId];
        channel.balance -= amount;
        if (channel.balance == 0 && channel.totalClaimed == 0) emit ChannelClosed(channelId, config);
        if (amount > 0) IERC20(config.token).safeTransfer(config.payer, amount);
    }

    function _escrow(Channel storage channel) private view returns (uint128) {
        return channel.balance - channel.totalClaimed;
    }

    function _requirePayer(ChannelConfig calldata config) private view {
        if (msg.sender != config.payer && msg.sender != config.payerAuthorizer) revert NotPayer();
    }

    function _requireValid(ChannelConfig calldata config) private pure {
        bool hasZero = config.payer == address(0) || config.receiver == address(0)
            || config.receiverAuthorizer == address(0) || config.token == address(0);
        if (hasZero) revert InvalidChannelConfig();
        if (config.withdrawDelay < MIN_WITHDRAW_DELAY || config.withdrawDelay > MAX_WITHDRAW_DELAY) {
            revert WithdrawDelayOutOfRange();
        }
    }

    function _digest(bytes32 structHash) private view returns (bytes32) {
        bytes32 separator = keccak256(
            abi.encode(
                DOMAIN_TYPEHASH, keccak256("x402 Batch Settlement"), keccak256("1"), block.chainid, address(this)
            )
        );
        return keccak256(abi.encodePacked("\x19\x01", separator, structHash));
    }
}
