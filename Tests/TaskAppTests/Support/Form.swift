import Foundation
import HTTPTypes
import StatePagesTesting
import Testing

/// A form of a page, as a browser sends it.
struct Form: Hashable, Sendable {
  let method: String
  var action: String
  let controls: [Control]
  let buttons: [Button]

  struct Control: Hashable, Sendable {
    let name: String
    var value: String
    /// Whether a reader types into it.
    let isTyped: Bool
  }

  struct Button: Hashable, Sendable {
    let words: String
    let name: String?
    let value: String
    /// The address that it sends the form to instead of the form's own.
    var action: String?
    /// What the names of the coordinates begin with that a browser sends for an image button. Those of a key press are zero.
    var coordinates: String?

    fileprivate var fields: [(name: String, value: String)] {
      if let coordinates { return [(coordinates + "x", "0"), (coordinates + "y", "0")] }
      return name.map { [($0, value)] } ?? []
    }
  }

  /// The address that a button sends the form to.
  func action(of button: Button?) -> String { button?.action ?? action }

  /// The button with an address of its own, as of a row on the page of a task.
  func button(to action: String) -> Button? { buttons.first { $0.action == action } }

  /// The fields sent by a button, with other text in some of them.
  func fields(pressing button: Button?, typing: [String: String] = [:]) -> [(name: String, value: String)] {
    controls.map { ($0.name, typing[$0.name] ?? $0.value) }
      + (button?.fields ?? [])
  }

  /// Fields encoded like a browser does; line breaks become CRLF (WHATWG HTML Standard, section 4.10.22.4).
  static func encoded(_ fields: [(name: String, value: String)]) -> String {
    fields.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
  }

  private static func escaped(_ text: String) -> String {
    let lines = text.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\n", with: "\r\n")
    return lines.utf8.map { byte in
      let scalar = UnicodeScalar(byte)
      if scalar == " " { return "+" }
      let isPlain =
        byte < 128 && (scalar.properties.isAlphabetic || (48...57).contains(byte) || "*-._".contains(Character(scalar)))
      return isPlain ? String(scalar) : "%" + String(Int(byte) + 256, radix: 16).dropFirst().uppercased()
    }.joined()
  }
}

extension HTMLElement {
  /// The forms of a page, each with its fields and buttons.
  var forms: [Form] {
    let all = everything
    return self.all("form").filter { $0["id"] != Self.formOfRows && $0["class"] != "row-buttons" }.map { form in
      let own = form.everything.filter { $0["form"] == nil || $0["form"] == form["id"] }
      let tied = form["id"].map { id in all.filter { $0["form"] == id && !own.contains($0) } } ?? []
      return Form(
        method: form["method"] ?? "get", action: form["action"] ?? "",
        controls: (own + tied).flatMap(\.controls), buttons: (own + tied).compactMap(\.submitButton))
    } + formsOfRows
  }

  /// The id of the form that the buttons of rows send.
  static let formOfRows = "row"

  /// What the buttons of rows send, one form for each address.
  private var formsOfRows: [Form] {
    let controls = element(id: Self.formOfRows)?.everything.flatMap(\.controls) ?? []
    var forms: [Form] = []
    for control in everything where control["form"] == Self.formOfRows {
      guard let button = control.submitButton, let action = button.action else { continue }
      let others = forms.last?.action == action ? forms.removeLast().buttons : []
      forms.append(
        Form(method: control["formmethod"] ?? "post", action: action, controls: controls, buttons: others + [button]))
    }
    return forms
  }

  /// The form to an address, or the form with a button to it.
  func form(to action: String) -> Form? {
    forms.first { $0.action == action }
      ?? forms.lazy.compactMap { form in
        form.button(to: action).map {
          Form(method: form.method, action: action, controls: form.controls, buttons: [$0])
        }
      }.first
  }
  /// The forms that undo something.
  var undoForms: [Form] { forms.filter { $0.action.hasSuffix("/undo") } }

  private var controls: [Form.Control] {
    guard let name = self["name"] else { return [] }
    switch self.name {
    case "input":
      switch self["type"] {
      case "radio", "checkbox":
        return self["checked"] == nil ? [] : [Form.Control(name: name, value: self["value"] ?? "on", isTyped: false)]
      // Sent only if it is pressed.
      case "image": return []
      case "hidden": return [Form.Control(name: name, value: self["value"] ?? "", isTyped: false)]
      default: return [Form.Control(name: name, value: self["value"] ?? "", isTyped: true)]
      }
    case "textarea": return [Form.Control(name: name, value: text, isTyped: true)]
    case "select":
      let options = all("option")
      let chosen = options.first { $0["selected"] != nil } ?? options.first
      return [Form.Control(name: name, value: chosen?["value"] ?? "", isTyped: false)]
    default: return []
    }
  }

  private var submitButton: Form.Button? {
    if name == "input", self["type"] == "image" {
      let name = self["name"] ?? ""
      let own = name.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
      return Form.Button(
        words: self["alt"] ?? "", name: String(own.prefix { $0 != "=" }),
        value: String(own.drop { $0 != "=" }.dropFirst()),
        action: self["formaction"] ?? String(name.prefix { $0 != "?" }), coordinates: name + ".")
    }
    guard name == "button", self["type"] != "button", self["popovertarget"] == nil, self["disabled"] == nil else {
      return nil
    }
    return Form.Button(
      words: self["aria-label"] ?? text, name: self["name"], value: self["value"] ?? "", action: self["formaction"])
  }
}

extension World {
  /// The page at an address.
  func page(_ address: String, _ headers: HTTPFields = [:]) async throws -> HTMLElement {
    try await get(address, headers).page
  }

  /// The form to an action, by default to the page's own address, on a page.
  func form(_ action: String? = nil, at address: String) async throws -> Form {
    try #require(try await page(address).form(to: action ?? address), "\(action ?? address)")
  }

  /// Presses a button of a form, by default the first, and follows to the page that it leads to.
  func submit(_ form: Form?, _ button: Form.Button? = nil, typing: [String: String] = [:]) async throws -> HTMLElement {
    try await follow(press(form, button, typing: typing)).page
  }

  /// Sends a form, and follows to the page that it leads to.
  func submit(_ address: String, _ fields: KeyValuePairs<String, String> = [:]) async throws -> HTMLElement {
    try await follow(post(address, fields)).page
  }
}
