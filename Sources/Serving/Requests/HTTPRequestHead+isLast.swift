import NIOHTTP1

extension HTTPRequestHead {
  /// Whether no other request comes after this one on its connection (RFC 9112, section 9.3).
  ///
  /// A client of HTTP/1.0 gets one answer per connection. So does one that would like to change the protocol: NIO's
  /// parser stops behind such a request, and would hold whatever came next for ever.
  var isLast: Bool { !isKeepAlive || version == .http1_0 || headers.contains(name: "upgrade") }
}
