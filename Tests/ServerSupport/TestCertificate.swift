package import NIOSSL

/// A self-signed certificate of `list.example` and `127.0.0.1`, valid from 2020 to 2120. Its key is used for nothing else.
package enum TestCertificate {
  /// Certificates of `list.example` with the same key, issued by it or by another authority.
  package enum Issued: String, CaseIterable {
    case expired, early, foreign

    fileprivate var pem: String {
      switch self {
      case .expired: TestCertificate.expired
      case .early: TestCertificate.early
      case .foreign: TestCertificate.foreign
      }
    }
  }

  /// The TLS context of a server with this certificate or one that it issued.
  package static func context(
    _ issued: Issued? = nil, protocols: [String] = ["http/1.1"], newest: TLSVersion? = nil
  ) throws -> NIOSSLContext {
    let shown = try issued.map { try NIOSSLCertificate(bytes: Array($0.pem.utf8), format: .pem) } ?? certificate()
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: [.certificate(shown)],
      privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)))
    configuration.applicationProtocols = protocols
    if let newest {
      configuration.minimumTLSVersion = .tlsv1
      configuration.maximumTLSVersion = newest
    }
    return try NIOSSLContext(configuration: configuration)
  }

  package static func certificate() throws -> NIOSSLCertificate {
    try NIOSSLCertificate(bytes: Array(pem.utf8), format: .pem)
  }

  /// The certificate, for a file of authorities.
  package static let pem = """
    -----BEGIN CERTIFICATE-----
    MIIBTzCB96ADAgECAgEEMAoGCCqGSM49BAMCMBcxFTATBgNVBAMMDGxpc3QuZXhh
    bXBsZTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFzEVMBMGA1UE
    AwwMbGlzdC5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEgubMf84f
    fHMbXlkuS9gJBJn8safaVq3jVtBStnmtf5te78ypj17lGNDOeymEl5+QQVi/NYql
    0hZs9jXOxctxmqMyMDAwHQYDVR0RBBYwFIIMbGlzdC5leGFtcGxlhwR/AAABMA8G
    A1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgMo0zyNXykPylbagDkGUa
    uLy8eAcBq+Doa52BUDqXzFECIHVdfcwZRTTO3huhFyijNodR9eb/XKBumVgIpXX4
    owJk
    -----END CERTIFICATE-----
    """

  private static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgYZQJG8qyGm45MPqe
    7CFWFXmvw34KOHHkG3VJAb6imMehRANCAASC5sx/zh98cxteWS5L2AkEmfyxp9pW
    reNW0FK2ea1/m17vzKmPXuUY0M57KYSXn5BBWL81iqXSFmz2Nc7Fy3Ga
    -----END PRIVATE KEY-----
    """

  private static let expired = """
    -----BEGIN CERTIFICATE-----
    MIIBYTCCAQigAwIBAgIBEDAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxsaXN0LmV4
    YW1wbGUwHhcNMjAwMTAxMDAwMDAwWhcNMjEwMTAxMDAwMDAwWjAXMRUwEwYDVQQD
    DAxsZWFmLmV4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASC5sx/zh98
    cxteWS5L2AkEmfyxp9pWreNW0FK2ea1/m17vzKmPXuUY0M57KYSXn5BBWL81iqXS
    Fmz2Nc7Fy3Gao0UwQzAXBgNVHREEEDAOggxsaXN0LmV4YW1wbGUwCQYDVR0TBAIw
    ADAdBgNVHQ4EFgQU6YFPWhJBIEVUSjD9S5Av1oV2By4wCgYIKoZIzj0EAwIDRwAw
    RAIgeg5JAqFwW+UNCV+kT+tr49FaFk+Y/A3+0HlIhEiQpsECIAG95W4vhpyKoWMl
    m9mLkNyCwZsYOis302tKb8t8ayzw
    -----END CERTIFICATE-----
    """

  private static let early = """
    -----BEGIN CERTIFICATE-----
    MIIBZzCCAQygAwIBAgIBETAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxsaXN0LmV4
    YW1wbGUwIhgPMjExOTAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFzEVMBMG
    A1UEAwwMbGVhZi5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEgubM
    f84ffHMbXlkuS9gJBJn8safaVq3jVtBStnmtf5te78ypj17lGNDOeymEl5+QQVi/
    NYql0hZs9jXOxctxmqNFMEMwFwYDVR0RBBAwDoIMbGlzdC5leGFtcGxlMAkGA1Ud
    EwQCMAAwHQYDVR0OBBYEFOmBT1oSQSBFVEow/UuQL9aFdgcuMAoGCCqGSM49BAMC
    A0kAMEYCIQD3PApgSvusEF0pYuwD4oVTiztlbrmMe8YNwbNj9YV8wwIhAJvvFij+
    joRUxOihnnSm5l+pHNiWmRYr5KAUflpe27Xm
    -----END CERTIFICATE-----
    """

  private static let foreign = """
    -----BEGIN CERTIFICATE-----
    MIIBhzCCAS6gAwIBAgIBEjAKBggqhkjOPQQDAjAaMRgwFgYDVQQDDA9vdGhlciBh
    dXRob3JpdHkwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBcxFTAT
    BgNVBAMMDGxlYWYuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABILm
    zH/OH3xzG15ZLkvYCQSZ/LGn2lat41bQUrZ5rX+bXu/MqY9e5RjQznsphJefkEFY
    vzWKpdIWbPY1zsXLcZqjZjBkMBcGA1UdEQQQMA6CDGxpc3QuZXhhbXBsZTAJBgNV
    HRMEAjAAMB0GA1UdDgQWBBTpgU9aEkEgRVRKMP1LkC/WhXYHLjAfBgNVHSMEGDAW
    gBQkAiDzZXqgRxuw6NXXB4g5jKv3DDAKBggqhkjOPQQDAgNHADBEAiByabbcAInp
    bwY84S+dy98QY/K7f+cz0NfNvho34z3xGAIgIofoo0//i5LBF6A+vyPKpjxN8APg
    FzgFHplKtH3p2Ao=
    -----END CERTIFICATE-----
    """
}
