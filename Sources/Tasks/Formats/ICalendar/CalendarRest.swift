/// The properties of a to-do that tasks don't have (RFC 5545, section 3.6.2; RFC 7986).
enum CalendarRest {
  /// The reason that a property has no place; nil for those that say nothing about the task.
  static func reason(_ line: ContentLine) -> ImportRemark.Reason? {
    switch line.name {
    case "LOCATION", "GEO": return .place
    case "URL", "CONFERENCE": return .link
    case "COMMENT", "CONTACT": return .comment
    case "ATTACH", "IMAGE": return .attachment
    case "ATTENDEE", "ORGANIZER": return .person
    case "RELATED-TO": return .relation
    case "COLOR": return .look
    case "RESOURCES": return .other
    case "CLASS": return line.value.trimmed.equals("public") ? nil : .other
    // What the app writes itself, and bookkeeping of protocols and programs.
    case "SEQUENCE", "REQUEST-STATUS", "RECURRENCE-ID", "DTSTAMP", "METHOD": return nil
    default: return isBookkeeping(line.name) ? nil : .other
    }
  }

  private static func isBookkeeping(_ name: String) -> Bool {
    let prefixes = [
      "X-FOURFOLD-", "X-MOZ-", "X-EVOLUTION-", "X-RADICALE-", "X-OC-", "X-APPLE-", "X-MICROSOFT-", "X-LIC-",
    ]
    return prefixes.contains { name.hasPrefix($0) }
  }
}
