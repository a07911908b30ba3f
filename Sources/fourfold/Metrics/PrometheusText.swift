/// Builds Prometheus' text format 0.0.4
/// (https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format).
struct PrometheusText {
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  enum Kind: String, Sendable {
    case counter, gauge, histogram
  }

  private(set) var text = ""

  /// Begins the samples of a metric, with its help and type.
  mutating func begin(_ name: String, _ kind: Kind) {
    if let help = MetricHelp.texts[name] { text += "# HELP \(name) \(help)\n" }
    text += "# TYPE \(name) \(kind.rawValue)\n"
  }

  mutating func sample(_ name: String, _ labels: Labels, _ value: Double, _ more: (String, String)? = nil) {
    let pairs = labels.pairs.map { ($0[0], $0[1]) } + [more].compactMap(\.self)
    let inside = pairs.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
    text += name + (inside.isEmpty ? "" : "{\(inside)}") + " \(Self.number(value))\n"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\"", with: "\\\"")
  }

  static func number(_ value: Double) -> String {
    if value == .infinity { return "+Inf" }
    return Int64(exactly: value).map(String.init) ?? String(value)
  }
}

enum MetricHelp {
  static let texts = [
    "fourfold_requests_total": "Responses by route, method and status.",
    "fourfold_request_duration_seconds": "Time from the head of a request to the last byte of its response.",
    "fourfold_regions_total": "Regions of pages that were loaded, by screen and the state they ended in.",
    "fourfold_jobs_total": "Background jobs by result.",
    "fourfold_fetches_total": "Fetches of followed lists by outcome.",
    "fourfold_sign_ins_total": "Sign-ins by result.",
    "fourfold_build_info": "The version and the schema, always 1.",
    "fourfold_healthy": "1 while /health is 200.",
    "fourfold_database_bytes": "The size of the database file.",
    "fourfold_database_wal_bytes": "The size of the write-ahead log.",
    "fourfold_disk_free_bytes": "The room on the disk of the database.",
    "fourfold_backup_age_seconds": "The age of the last scheduled backup.",
    "fourfold_sources": "Followed lists by state.",
    "fourfold_accounts": "Accounts that can sign in.",
    "fourfold_render_cache_bytes": "The size of the cache of rendered pages.",
    "fourfold_render_cache_lookups": "Lookups in the cache of rendered pages since the start, by result.",
    "fourfold_metrics_series_dropped": "Series that were not kept because there are too many.",
    "process_resident_memory_bytes": "The memory of the process.",
    "process_open_fds": "Open file descriptors of the process.",
    "process_start_time_seconds": "When the process started, in seconds since 1970.",
  ]
}
