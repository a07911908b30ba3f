import Foundation
import NetworkAddresses
import Synchronization
import SystemCurl
import Tasks

/// A transfer with its handle of libcurl, on the thread of its queue.
final class RunningTransfer {
  final class Cancellation: Sendable {
    let isCancelled = Atomic(false)
  }

  struct Job: Sendable {
    let transfer: Transfer
    let cancellation: Cancellation
    let continuation: CheckedContinuation<Result<TransferResponse, TransferFailure>, Never>

    var id: ObjectIdentifier { ObjectIdentifier(cancellation) }

    func endIfCancelled() -> Bool {
      let isCancelled = cancellation.isCancelled.load(ordering: .sequentiallyConsistent)
      if isCancelled { continuation.resume(returning: .failure(TransferFailure(.cancelled))) }
      return isCancelled
    }
  }

  let job: Job
  let easy: UnsafeMutableRawPointer
  private var lists: [UnsafeMutablePointer<curl_slist>] = []
  /// What is sent of a mail, and how much of it is.
  private var message: ArraySlice<UInt8> = []
  private var isMessageTaken = false
  private var isAstray = false
  private var isFull = false
  private var isTooLong = false
  private var body: [UInt8] = []
  /// The lines of the last reply of a mail server, and of the last one that refused something: what follows that answers a farewell.
  private var reply: [UInt8] = []
  private var refusal: [UInt8]?
  /// When the last reply refused something; nil if it did not.
  private var refused: ContinuousClock.Instant?
  private var isReplyEnded = true
  /// The bytes of all heads and replies.
  private var headBytes = 0

  private static let mostHeadBytes = 64 << 10
  /// The time for what follows a refusal.
  private static let farewell: Duration = .seconds(3)

  /// Nil if the job has ended already: it was cancelled, or could not be set up.
  init?(_ job: Job) {
    if job.endIfCancelled() { return nil }
    guard let easy = curl_easy_init() else {
      job.continuation.resume(returning: .failure(TransferFailure(.other(CURLE_OUT_OF_MEMORY.rawValue))))
      return nil
    }
    (self.job, self.easy) = (job, easy)
    guard setUp(job.transfer) else {
      job.continuation.resume(returning: .failure(TransferFailure(.malformed)))
      return nil
    }
  }

  deinit {
    curl_easy_cleanup(easy)
    for list in lists { curl_slist_free_all(list) }
  }

  func end(_ result: Result<TransferResponse, TransferFailure>) { job.continuation.resume(returning: result) }

  // MARK: - Setting up

  /// Whether all texts can be passed on: a zero byte would end one, and a line break would begin another header.
  private func setUp(_ transfer: Transfer) -> Bool {
    let me = Unmanaged.passUnretained(self).toOpaque()
    var isPassed = set(CURLOPT_URL, transfer.url)
    set(CURLOPT_NOSIGNAL, 1)
    // Older versions know no such option. Every address is made by us, and nothing is redirected.
    isPassed = set(CURLOPT_PROTOCOLS_STR, "http,https,smtp,smtps") && isPassed
    // An empty text turns off what the environment names.
    isPassed = set(CURLOPT_PROXY, "") && isPassed
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_TIMEOUT_MS, transfer.deadline.milliseconds)
    set(CURLOPT_CONNECTTIMEOUT_MS, min(transfer.connectTimeout, transfer.deadline).milliseconds)
    set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    if !transfer.sharesConnections {
      set(CURLOPT_FRESH_CONNECT, 1)
      set(CURLOPT_FORBID_REUSE, 1)
    }
    if let file = transfer.authorities { isPassed = set(CURLOPT_CAINFO, file) && isPassed }
    let address = transfer.address
    isPassed = set(CURLOPT_CONNECT_TO, [address.isIPv6 ? "::[\(address)]:" : "::\(address):"]) && isPassed
    curl_easy_set_pointer(easy, CURLOPT_OPENSOCKETDATA, me)
    curl_easy_set_opening(easy) { me, _, address in RunningTransfer.of(me).open(address) }
    curl_easy_set_pointer(easy, CURLOPT_PREREQDATA, me)
    curl_easy_set_before(easy) { me, connected, _, _, _ in RunningTransfer.of(me).check(connected) }
    set(CURLOPT_NOPROGRESS, 0)
    curl_easy_set_pointer(easy, CURLOPT_XFERINFODATA, me)
    curl_easy_set_progress(easy) { me, _, _, _, _ in RunningTransfer.of(me).isWaitingInVain ? 1 : 0 }
    curl_easy_set_pointer(easy, CURLOPT_WRITEDATA, me)
    curl_easy_set_bytes(easy, CURLOPT_WRITEFUNCTION) { RunningTransfer.of($3).receive($0, $1 * $2) }
    curl_easy_set_pointer(easy, CURLOPT_HEADERDATA, me)
    curl_easy_set_bytes(easy, CURLOPT_HEADERFUNCTION) { RunningTransfer.of($3).receiveHead($0, $1 * $2) }
    if let login = transfer.login {
      isPassed = set(CURLOPT_USERNAME, login.user) && set(CURLOPT_PASSWORD, login.password) && isPassed
    }
    switch transfer.content {
    case .request(let method, let headers, let body): return setUp(method, headers, body) && isPassed
    case .mail(let from, let to, let message):
      self.message = message[...]
      set(CURLOPT_UPLOAD, 1)
      set(CURLOPT_USE_SSL, Int(transfer.upgradesToTLS ? CURLUSESSL_ALL.rawValue : CURLUSESSL_NONE.rawValue))
      curl_easy_set_size(easy, CURLOPT_INFILESIZE_LARGE, curl_off_t(message.count))
      curl_easy_set_pointer(easy, CURLOPT_READDATA, me)
      curl_easy_set_bytes(easy, CURLOPT_READFUNCTION) { RunningTransfer.of($3).send($0, $1 * $2) }
      return set(CURLOPT_MAIL_FROM, "<\(from)>") && set(CURLOPT_MAIL_RCPT, ["<\(to)>"]) && isPassed
    }
  }

  private func setUp(_ method: String, _ headers: [(name: String, value: String)], _ body: [UInt8]) -> Bool {
    var lines = headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    // No pause for a server that would answer "100 Continue" first.
    lines.append("Expect:")
    if method != "GET" || !body.isEmpty {
      curl_easy_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
      // Copied by libcurl, which takes a length of its own for it: a zero byte is no end.
      (body + [0]).withUnsafeBytes { bytes in
        let start = bytes.assumingMemoryBound(to: CChar.self).baseAddress
        _ = curl_easy_set_text(easy, CURLOPT_COPYPOSTFIELDS, start)
      }
    }
    return set(CURLOPT_CUSTOMREQUEST, method) && set(CURLOPT_HTTPHEADER, lines)
  }

  private func set(_ option: CURLoption, _ value: Int) { curl_easy_set_long(easy, option, value) }

  /// Whether the text has neither zero bytes nor line breaks.
  private func set(_ option: CURLoption, _ value: String) -> Bool {
    guard Self.isOneLine(value) else { return false }
    curl_easy_set_text(easy, option, value)
    return true
  }

  private func set(_ option: CURLoption, _ lines: [String]) -> Bool {
    guard lines.allSatisfy(Self.isOneLine) else { return false }
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines { list = curl_slist_append(list, line) ?? list }
    if let list { lists.append(list) }
    curl_easy_set_list(easy, option, list)
    return true
  }

  private static func isOneLine(_ text: String) -> Bool { !text.utf8.contains { [0x00, 0x0A, 0x0D].contains($0) } }

  // MARK: - Called by libcurl

  private static func of(_ me: UnsafeMutableRawPointer?) -> RunningTransfer {
    // Each callback has the pointer that ``setUp(_:)`` gave.
    Unmanaged<RunningTransfer>.fromOpaque(me.unsafelyUnwrapped).takeUnretainedValue()
  }

  /// Opens a socket for an address that libcurl is about to connect to, if it is the checked one.
  private func open(_ address: UnsafeMutablePointer<curl_sockaddr>?) -> curl_socket_t {
    guard let address, let start = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return -1 }
    let bytes = UnsafeRawBufferPointer(start: UnsafeRawPointer(address) + start, count: Int(address.pointee.addrlen))
    guard IPAddress(socketAddress: bytes, family: address.pointee.family) == job.transfer.address else {
      isAstray = true
      return -1
    }
    #if os(Linux)
      let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
    #else
      let kind = address.pointee.socktype
    #endif
    return socket(address.pointee.family, kind, address.pointee.protocol)
  }

  /// Looks at the address of the connection, before anything of the request is sent on it.
  private func check(_ connected: UnsafeMutablePointer<CChar>?) -> Int32 {
    guard let connected, IPAddress(String(cString: connected)) == job.transfer.address else {
      isAstray = true
      return CURL_PREREQFUNC_ABORT
    }
    return CURL_PREREQFUNC_OK
  }

  private func send(_ room: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    guard let room else { return 0 }
    let part = message.prefix(count)
    UnsafeMutableRawBufferPointer(start: room, count: count).copyBytes(from: part)
    message = message.dropFirst(part.count)
    isMessageTaken = message.isEmpty
    return part.count
  }

  private func receive(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    let room = job.transfer.limit - body.count
    body += UnsafeRawBufferPointer(start: bytes, count: min(count, room))
    isFull = count > room
    return isFull ? 0 : count
  }

  /// A line of a response's head, or of a mail server's reply.
  private func receiveHead(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    headBytes += count
    guard headBytes <= Self.mostHeadBytes else {
      isTooLong = true
      return 0
    }
    let line = UnsafeRawBufferPointer(start: bytes, count: count)
    // Each line of a reply has its code, and all but the last a hyphen behind it (RFC 5321, section 4.2.1).
    if isReplyEnded { reply = [] }
    isReplyEnded = !(line.count > 3 && line[3] == UInt8(ascii: "-"))
    reply += line.dropFirst(4)
    if isReplyEnded {
      let isRefusal = line.first ?? 0 >= UInt8(ascii: "4")
      if isRefusal { refusal = reply }
      refused = isRefusal ? .now : nil
    }
    return count
  }

  /// Whether a mail server that has refused something takes too long to say farewell. libcurl waits for that, and for nothing else
  /// meanwhile.
  private var isWaitingInVain: Bool { refused.map { .now - $0 > Self.farewell } ?? false }

  // MARK: - Ended

  func result(_ code: CURLcode) -> Result<TransferResponse, TransferFailure> {
    let response = response
    if code == CURLE_OK, let response { return .success(response) }
    // What matters has arrived.
    if code == CURLE_WRITE_ERROR, isFull, let response { return .success(response) }
    var failure = TransferFailure(kind(code, response))
    failure.isSent = isSent
    failure.response = response
    return .failure(failure)
  }

  private var isMail: Bool { if case .mail = job.transfer.content { true } else { false } }

  private var isSent: Bool { isMail ? isMessageTaken : long(CURLINFO_REQUEST_SIZE) > 0 }

  private var response: TransferResponse? {
    let status = long(CURLINFO_RESPONSE_CODE)
    return status == 0 ? nil : TransferResponse(status: status, body: isMail ? refusal ?? reply : body, isCut: isFull)
  }

  private func kind(_ code: CURLcode, _ response: TransferResponse?) -> TransferFailure.Kind {
    if isAstray { return .unreachable }
    if isTooLong { return .tooLarge }
    switch code {
    case CURLE_COULDNT_CONNECT: return long(CURLINFO_OS_ERRNO) == Int(ECONNREFUSED) ? .refused : .unreachable
    case CURLE_OPERATION_TIMEDOUT: return .timedOut
    case CURLE_SSL_CONNECT_ERROR: return .handshake
    case CURLE_PEER_FAILED_VERIFICATION: return .certificate(certificateProblem)
    case CURLE_USE_SSL_FAILED: return .noTLS
    case CURLE_LOGIN_DENIED: return .login
    case CURLE_WRITE_ERROR: return .tooLarge
    case CURLE_FILESIZE_EXCEEDED: return .tooLarge
    case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE: return .cutOff
    case _ where isMail && (400...599).contains(response?.status ?? 0): return .reply
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_SEND_FAIL_REWIND: return .cutOff
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_HTTP2, CURLE_BAD_CONTENT_ENCODING:
      return .malformed
    case _: return .other(code.rawValue)
    }
  }

  /// The reason by the codes of OpenSSL (`X509_V_ERR_…`). Names are checked by libcurl, before it reads a code of OpenSSL's.
  private var certificateProblem: CertificateProblem {
    switch long(CURLINFO_SSL_VERIFYRESULT) {
    case 0, 1, 62, 64: .otherName
    case 9: .notYetValid
    case 10: .expired
    case 18, 19: .selfSigned
    case _: .untrusted
    }
  }

  private func long(_ info: CURLINFO) -> Int {
    var value = 0
    return curl_easy_get_long(easy, info, &value) == CURLE_OK ? value : 0
  }
}
