import NIOSSL

/// A certificate that nobody vouches for but itself: of `list.example` and `127.0.0.1`, from 2020 to 2120. Its key opens nothing.
enum TestCertificate {
  /// What a server needs to show it.
  static func context(protocols: [String] = ["http/1.1"]) throws -> NIOSSLContext {
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: [.certificate(try certificate())],
      privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)))
    configuration.applicationProtocols = protocols
    return try NIOSSLContext(configuration: configuration)
  }

  static func certificate() throws -> NIOSSLCertificate {
    try NIOSSLCertificate(bytes: Array(pem.utf8), format: .pem)
  }

  private static let pem = """
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
}
