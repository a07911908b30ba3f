/// Why an app can't start as it is configured: its static files can't be served, or a text is no base path or no list of proxies.
package struct ConfigurationProblem: Error, Hashable, CustomStringConvertible {
  /// One line for the operator.
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
