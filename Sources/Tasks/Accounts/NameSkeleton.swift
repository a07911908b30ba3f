import Foundation

/// The skeleton of a name, after UTS #39, section 4: two names with the same skeleton are confusable.
///
/// The table is the app's own and small: Latin letters, and the letters of other scripts that resemble them. A skeleton is only
/// compared and never shown.
enum NameSkeleton {
  static func skeleton(of name: String) -> String {
    let decomposed = name.precomposedStringWithCompatibilityMapping.decomposedStringWithCompatibilityMapping
    var skeleton = ""
    var isAfterSpace = false
    for scalar in decomposed.unicodeScalars where !isMark(scalar) && !scalar.properties.isDefaultIgnorableCodePoint {
      // Several spaces look like one.
      let isSpace = scalar.properties.isWhitespace
      defer { isAfterSpace = isSpace }
      if isSpace {
        if !isAfterSpace { skeleton += " " }
      } else {
        skeleton += prototype(of: scalar)
      }
    }
    // Lower-casing decomposes some letters into letter and mark (İ). Letters of other scripts stay as they are.
    return skeleton.precomposedStringWithCompatibilityMapping
  }

  /// The prototype of a scalar. Some capitals resemble another letter than their lower-case forms, so capitals are looked up
  /// first.
  private static func prototype(of scalar: Unicode.Scalar) -> String {
    if let capital = capitals[scalar] { return capital }
    return scalar.properties.lowercaseMapping.unicodeScalars.filter { !isMark($0) }
      .map { letters[$0] ?? String($0) }.joined()
  }

  /// Whether a scalar is an accent or another mark of these scripts. Marks of other scripts, such as Devanagari vowels, are
  /// letters.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300...0x36F, 0x483...0x489, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    case _: false
    }
  }

  private static let capitals = table(["l": "IІӀΙ", "n": "Ν", "h": "Η", "u": "Ս"])

  /// Letters with their confusables of any script. Lower-case entries apply to their capitals too.
  private static let letters = table([
    "a": "аαɑᴀ", "b": "вЬьβʙᏏ", "c": "сϲᴄⲥ", "d": "ԁđɖᴅ", "e": "еεєɛᴇ", "f": "ƒϝ", "g": "ɡցǥ", "h": "һнհħʜ",
    "i": "іιıɩɪⲓ", "j": "јϳʝᴊ", "k": "кκᴋⲕ", "l": "ӏ1|ǀⅼłʟ", "n": "ηпոռɴ", "o": "оο0օסøᴏⲟ", "p": "рρᴘⲣ",
    "q": "ԛգզ", "r": "гʀᴦ", "s": "ѕꜱ", "t": "тτŧᴛⲧ", "u": "υսμʋᴜ", "v": "νѵᴠ", "x": "хχⲭ", "y": "уүγყʏ", "z": "ζᴢ",
    "rn": "mмᴍ", "vv": "wԝωᴡ", "σ": "ς",
  ])

  private static func table(_ groups: [String: String]) -> [Unicode.Scalar: String] {
    var table: [Unicode.Scalar: String] = [:]
    for (prototype, likes) in groups {
      for scalar in likes.unicodeScalars { table[scalar] = prototype }
    }
    return table
  }
}
