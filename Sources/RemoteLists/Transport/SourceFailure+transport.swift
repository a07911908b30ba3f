import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOSSL
import Tasks

extension SourceFailure {
  init(transport error: any Error, _ reporter: ProgressReporter) {
    let stage = reporter.stage
    switch error {
    case let failure as SourceFailure: self = failure
    case let attempt as AttemptFailure: self = attempt.failure
    case let error as HTTPClientError: self.init(error, reporter)
    case let error as IOError: self.init(error, reporter)
    case let error as ChannelError:
      if case .connectTimeout = error { self = .timedOut(reporter.lateStage) } else { self = .broken(at: stage) }
    case let error as NIOSSLExtraError where error == .failedToValidateHostname: self = .certificate(.otherName)
    case is NIOSSLExtraError: self = stage == .connecting ? .certificate(.untrusted) : .broken(at: stage)
    case let error as BoringSSLError: self = stage == .connecting ? .handshake(error) : .broken(at: stage)
    case let error as NIOSSLError: self.init(error, at: stage)
    case let error as HTTPParserError: self = error == .invalidEOFState ? .broken(at: stage) : .malformed
    case let error as NIOHTTPDecompression.DecompressionError: self = error == .limit ? .tooLarge : .malformed
    case let error as NIOHTTPDecompression.ExtraDecompressionError:
      self = error == .truncatedData ? .cutOff : .malformed
    case _: self = .broken(at: stage)
    }
  }

  private init(_ error: HTTPClientError, _ reporter: ProgressReporter) {
    switch error {
    case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout: self = .timedOut(.connecting)
    case .deadlineExceeded, .readTimeout, .writeTimeout: self = .timedOut(reporter.lateStage)
    case _: self = .broken(at: reporter.stage)
    }
  }

  private init(_ error: IOError, _ reporter: ProgressReporter) {
    switch (reporter.stage, error.errnoCode) {
    case (.connecting, ECONNREFUSED): self = .refused
    case (_, ETIMEDOUT): self = .timedOut(reporter.lateStage)
    case (let stage, _): self = .broken(at: stage)
    }
  }

  private init(_ error: NIOSSLError, at stage: FetchStage) {
    switch error {
    case .handshakeFailed(.sslError([.eofDuringHandshake])), .uncleanShutdown: self = .broken(at: stage)
    case .handshakeFailed(let cause): self = stage == .connecting ? .handshake(cause) : .broken(at: stage)
    case .noCertificateToValidate, .unableToValidateCertificate: self = .certificate(.untrusted)
    case _: self = stage == .connecting ? .noTLS : .broken(at: stage)
    }
  }

  /// Classifies a failed TLS handshake. BoringSSL reports the cause only as text.
  private static func handshake(_ error: BoringSSLError) -> SourceFailure {
    switch error {
    case .sslError(let causes), .unknownError(let causes):
      let text = causes.map(\.description).joined()
      func says(_ names: [String]) -> Bool { names.contains { text.contains($0) } }
      if says(["CERTIFICATE_VERIFY_FAILED", "CERTIFICATE_UNKNOWN", "UNKNOWN_CERTIFICATE_TYPE"]) {
        return .certificate(.untrusted)
      }
      if says([":UNSUPPORTED_PROTOCOL", "PROTOCOL_VERSION", "HANDSHAKE_FAILURE", "INSUFFICIENT_SECURITY"]) {
        return .oldTLS
      }
      return .noTLS
    case .noError, .zeroReturn, .wantRead, .wantWrite, .wantConnect, .wantAccept, .wantX509Lookup,
      .wantCertificateVerify, .syscallError, .invalidSNIName, .failedToSetALPN:
      return .noTLS
    }
  }

  /// The failure for a connection that was closed unexpectedly.
  private static func broken(at stage: FetchStage) -> SourceFailure {
    switch stage {
    case .connecting, .waiting: .unreachable
    case .receiving, .stalled: .cutOff
    }
  }
}
