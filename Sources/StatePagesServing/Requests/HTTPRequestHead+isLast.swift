import NIOHTTP1

extension HTTPRequestHead {
  /// Whether this is the last request of its connection (RFC 9112, section 9.3).
  ///
  /// An HTTP/1.0 client gets one response per connection. So does a client that requests an upgrade: NIO's parser stops
  /// after such a request, and would buffer later input forever.
  var isLast: Bool { !isKeepAlive || version == .http1_0 || headers.contains(name: "upgrade") }
}
