/// The passwords that are tried first; the file tells where they come from.
enum CommonPasswords {
  /// Whether it is one of them, in whatever case.
  static func contains(_ password: String) -> Bool {
    all.contains(password.lowercased())
  }

  static let all: Set<String> = {
    let lines = String(decoding: PackageResources.common_passwords_txt, as: UTF8.self).split(separator: "\n")
    return Set(lines.filter { !$0.hasPrefix("#") }.map { String($0) })
  }()
}
