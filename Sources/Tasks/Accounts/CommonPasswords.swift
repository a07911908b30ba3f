/// The most common passwords. The file states their source.
enum CommonPasswords {
  /// Whether the password is one of them, ignoring case.
  static func contains(_ password: String) -> Bool {
    all.contains(password.lowercased())
  }

  static let all: Set<String> = {
    let lines = String(decoding: PackageResources.common_passwords_txt, as: UTF8.self).split(separator: "\n")
    return Set(lines.filter { !$0.hasPrefix("#") }.map { String($0) })
  }()
}
