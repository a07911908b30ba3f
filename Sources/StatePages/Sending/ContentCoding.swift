package import HTTPTypes

/// The content coding of a body (RFC 9110, section 8.4).
package enum ContentCoding: Hashable, Sendable, CaseIterable {
  case identity
  /// One gzip member (RFC 1952).
  case gzip

  /// The available coding that the client prefers (RFC 9110, section 12.5.3): gzip, if it ranks at least as high as
  /// identity.
  ///
  /// No client is refused: one that accepts nothing, or none of these codings, gets identity, and so does one with an
  /// unreadable header.
  package init(acceptedIn headers: HTTPFields) {
    var weights: [String: Double] = [:]
    for wish in (headers[.acceptEncoding] ?? "").split(separator: ",") {
      let parts = wish.lowercased().filter { $0 != " " && $0 != "\t" }.split(
        separator: ";", omittingEmptySubsequences: false)
      let weight =
        parts.count == 1 ? 1 : parts.count == 2 && parts[1].hasPrefix("q=") ? Double(parts[1].dropFirst(2)) : nil
      guard let weight, (0...1).contains(weight) else { continue }
      let coding = parts[0] == "x-gzip" ? "gzip" : String(parts[0])
      weights[coding] = min(weights[coding] ?? 1, weight)
    }
    let weight = weights["gzip"] ?? weights["*"] ?? 0
    self = weight > 0 && weight >= weights["identity"] ?? 0 ? .gzip : .identity
  }

  /// The value of `Content-Encoding`; nil for no header.
  package var field: String? {
    switch self {
    case .identity: nil
    case .gzip: "gzip"
    }
  }
}
