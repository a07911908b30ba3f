import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOSSL
import Tasks

extension SourceFailure {
  /// What an error of the connection means to whoever waits for a list.
  init(transport error: any Error, at stage: FetchStage) {
    switch error {
    case let failure as SourceFailure: self = failure
    case let trouble as Trouble: self = trouble.failure
    case let error as HTTPClientError: self.init(error, at: stage)
    case let error as IOError: self.init(error, at: stage)
    case let error as ChannelError:
      if case .connectTimeout = error { self = .timedOut(stage) } else { self = .broken(at: stage) }
    case is BoringSSLError, is NIOSSLExtraError: self = stage == .connecting ? .certificate : .broken(at: stage)
    case let error as NIOSSLError: self.init(error, at: stage)
    case let error as HTTPParserError: self = error == .invalidEOFState ? .broken(at: stage) : .malformed
    case let error as NIOHTTPDecompression.DecompressionError: self = error == .limit ? .tooLarge : .malformed
    case let error as NIOHTTPDecompression.ExtraDecompressionError:
      self = error == .truncatedData ? .cutOff : .malformed
    case _: self = .broken(at: stage)
    }
  }

  private init(_ error: HTTPClientError, at stage: FetchStage) {
    switch error {
    case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout: self = .timedOut(.connecting)
    case .deadlineExceeded, .readTimeout, .writeTimeout: self = .timedOut(stage)
    case _: self = .broken(at: stage)
    }
  }

  private init(_ error: IOError, at stage: FetchStage) {
    switch (stage, error.errnoCode) {
    case (.connecting, ECONNREFUSED): self = .refused
    case (_, ETIMEDOUT): self = .timedOut(stage)
    case (_, _): self = .broken(at: stage)
    }
  }

  private init(_ error: NIOSSLError, at stage: FetchStage) {
    switch error {
    case .handshakeFailed(.sslError([.eofDuringHandshake])), .uncleanShutdown: self = .broken(at: stage)
    case _: self = stage == .connecting ? .certificate : .broken(at: stage)
    }
  }

  /// The connection ended where it should not have.
  private static func broken(at stage: FetchStage) -> SourceFailure {
    switch stage {
    case .connecting, .waiting: .unreachable
    case .receiving: .cutOff
    }
  }
}
