/// The identifiers of items in files.
enum ItemKey {
  /// An identifier as it is. Keys are sent in forms, so only printable ASCII is used unchanged.
  static func plain(_ identifier: Bytes) -> String? {
    let isPlain = identifier.count <= 200 && identifier.allSatisfy { (0x21...0x7E).contains($0) }
    return isPlain && !identifier.isEmpty ? identifier.text : nil
  }
}
