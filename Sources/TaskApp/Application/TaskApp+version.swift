extension TaskApp {
  /// The version, as in CHANGELOG.md: that of the next release, with `-dev` until it is released.
  package static let version = "0.1.0-dev"
}
