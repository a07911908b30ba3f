public import HTTPTypes

/// A form of a page, as a browser sends it: with its hidden fields, and with the current values of the others.
///
/// ```swift
/// let form = try page.form("add").filled(["title": "Milk"])
/// let added = try await browser.submit(form)
/// ```
public struct HTMLForm: Hashable, Sendable {
  struct Field: Hashable, Sendable {
    let name: String
    var value: String
  }

  /// The address that it is sent to.
  public let action: String
  /// The method.
  public let method: HTTPRequest.Method
  /// The fields, in the order of the page.
  private(set) var fields: [Field] = []
  /// The names of all controls, also of those that send nothing as they are, such as a box that is not ticked.
  private var names: Set<String> = []

  fileprivate init(_ form: HTMLElement, on page: HTMLElement) {
    action = form["action"] ?? ""
    method = form["method"]?.lowercased() == "post" ? .post : .get
    let id = form["id"]
    let inside = form.everything.filter { $0["form"] == nil }
    for control in inside + page.all({ id != nil && $0["form"] == id }) { add(control) }
  }

  private mutating func add(_ control: HTMLElement) {
    guard let name = control["name"], !name.isEmpty, control["disabled"] == nil else { return }
    let value: String?
    switch (control.name, control["type"]) {
    case ("input", "submit"), ("input", "image"), ("input", "button"), ("input", "reset"), ("button", _): return
    case ("input", "file"): value = nil
    case ("input", "checkbox"), ("input", "radio"): value = control["checked"] == nil ? nil : control["value"] ?? "on"
    case ("input", _): value = control["value"] ?? ""
    case ("textarea", _): value = control.text
    case ("select", _):
      let options = control.all("option")
      let chosen = options.first { $0["selected"] != nil } ?? options.first
      value = chosen.map { $0["value"] ?? $0.text }
    case _: return
    }
    names.insert(name)
    if let value { fields.append(Field(name: name, value: value)) }
  }

  /// The form with other values in some of its fields.
  /// - Throws: a line that tells which field it has not, and which it has.
  public func filled(_ values: [String: String]) throws -> HTMLForm {
    var form = self
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard names.contains(name) else {
        throw HTMLReader.Problem(
          description: "the form has no field \(name); it has \(names.sorted().joined(separator: ", "))")
      }
      if let index = form.fields.firstIndex(where: { $0.name == name }) {
        form.fields[index].value = value
      } else {
        form.fields.append(Field(name: name, value: value))
      }
    }
    return form
  }

  /// The fields as `application/x-www-form-urlencoded`.
  package var encoded: String {
    fields.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }.joined(separator: "&")
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      switch UnicodeScalar(byte) {
      case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "*": String(UnicodeScalar(byte))
      case " ": "+"
      case _: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}

extension HTMLElement {
  /// A form of the page.
  /// - Parameter name: its id, its name (also one that goes on with a hyphen, such as `add-v7`), or its action; nil for the first form.
  /// - Throws: a line that tells which forms there are instead.
  public func form(_ name: String? = nil) throws -> HTMLForm {
    let forms = all("form")
    let found = forms.first { form in
      guard let name else { return true }
      return [form["id"], form["name"], form["action"]].contains(name) || form["name"]?.hasPrefix("\(name)-") == true
    }
    guard let found else {
      let others = forms.map { $0["id"] ?? $0["name"] ?? $0["action"] ?? "?" }.joined(separator: ", ")
      throw HTMLReader.Problem(
        description: "the page has no form \(name ?? "")\(others.isEmpty ? "" : "; it has \(others)")")
    }
    return HTMLForm(found, on: self)
  }
}
