public import HTTPTypes

extension HTTPRequest {
  /// A request for a host.
  public static func to(_ host: String?, _ fields: [(String, String)] = []) -> HTTPRequest {
    var headers = HTTPFields()
    for (name, value) in fields {
      guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is no name of a header") }
      headers.append(HTTPField(name: name, value: value))
    }
    return HTTPRequest(method: .get, scheme: "http", authority: host, path: "/", headerFields: headers)
  }
}
