import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import StatePages
import TaskApp
import TaskStore

/// `GET /metrics`, on an address of its own.
struct MetricsPage: Sendable {
  let app: TaskApp
  let store: TaskStore
  /// The accepted host names besides localhost and IP addresses, in lower case: another site may point a name of its own here.
  let hosts: Set<String>
  let started = Date()

  /// The router of the address: anything else is 404.
  func router() -> Router<BasicRequestContext> {
    let router = Router()
    router.get("/metrics") { request, _ in
      guard request.head.authority.map({ HostNames.accepts($0, hosts) }) ?? true else {
        return Response(status: .misdirectedRequest)
      }
      return Response(
        status: .ok, headers: [.contentType: ServerMetrics.contentType, .cacheControl: "no-store"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: await text())))
    }
    return router
  }

  func server(at address: MetricsSettings, _ logger: Logger) -> any Service {
    let server = Application(
      router: router(),
      configuration: ApplicationConfiguration(
        address: .hostname(address.hostname, port: address.port), serverName: nil),
      onServerRunning: { channel in
        logger.info(
          "serving metrics", metadata: ["address": "\(address.hostname):\(channel.localAddress?.port ?? address.port)"])
      }, logger: logger)
    return MetricsServer(server: server, address: address)
  }

  func text() async -> String { ServerMetrics.shared.text(with: await gauges()) }

  private func gauges() async -> [String: Double] {
    let problems = await store.health().filter { !$0.isWarning }
    let cache = app.renderCache.count
    var gauges = [
      "fourfold_build_info{schema=\"\(TaskStore.schema)\",version=\"\(TaskApp.version)\"}": 1,
      "fourfold_healthy": problems.isEmpty ? 1 : 0,
      "process_start_time_seconds": started.timeIntervalSince1970.rounded(),
      "fourfold_render_cache_bytes": Double(cache.bytes),
      "fourfold_render_cache_lookups{result=\"hit\"}": Double(cache.hits),
      "fourfold_render_cache_lookups{result=\"miss\"}": Double(cache.misses),
    ]
    gauges["fourfold_database_bytes"] = store.fileSizes.map { Double($0.database) }
    gauges["fourfold_database_wal_bytes"] = store.fileSizes.map { Double($0.log) }
    gauges["fourfold_disk_free_bytes"] = store.freeBytes.map { Double($0) }
    gauges["fourfold_backup_age_seconds"] = store.backups?.age.map { $0 / .seconds(1) }
    do throws(StoreError) {
      let counts = try await store.totals()
      gauges["fourfold_accounts"] = Double(counts.accounts)
      gauges["fourfold_sources{state=\"ok\"}"] = Double(counts.sources.ok)
      gauges["fourfold_sources{state=\"failing\"}"] = Double(counts.sources.failing)
      gauges["fourfold_sources{state=\"waiting\"}"] = Double(counts.sources.waiting)
    } catch {
      // The database can't be read: `fourfold_healthy` tells.
    }
    return gauges.merging(ProcessFacts.gauges) { $1 }
  }
}

/// What the system knows of this process.
enum ProcessFacts {
  static var gauges: [String: Double] {
    var gauges: [String: Double] = [:]
    #if os(Linux)
      do {
        let memory = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        if memory.count > 1, let pages = Double(memory[1]) {
          gauges["process_resident_memory_bytes"] = pages * Double(sysconf(Int32(_SC_PAGESIZE)))
        }
        gauges["process_open_fds"] = Double(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count)
      } catch {
        // Without /proc there are no figures.
      }
    #endif
    return gauges
  }
}

/// The server of the metrics. A port that it can't have stops the start, and names the option.
private struct MetricsServer: Service {
  let server: any Service
  let address: MetricsSettings

  func run() async throws {
    do { try await server.run() } catch {
      throw StartProblem(listening: address.hostname, address.port, option: "--metrics-port", error)
    }
  }
}

enum MetricHelp {
  static let texts = [
    "fourfold_requests_total": "Responses by route, method and status.",
    "fourfold_request_duration_seconds": "Time from the head of a request to the last byte of its response.",
    "fourfold_regions_total": "Regions of pages that were loaded, by screen and the state they ended in.",
    "fourfold_jobs_total": "Background jobs by result.",
    "fourfold_fetches_total": "Fetches of followed lists by outcome.",
    "fourfold_reminders_total": "Messages that remind by channel and outcome.",
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
