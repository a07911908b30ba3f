import Crypto
import Foundation
import NetworkAddresses
import ServerSupport
import Synchronization
import Tasks
import Testing

@testable import Notifications

/// A program that subscribes to messages, with its keys.
struct Subscriber {
  let key: P256.KeyAgreement.PrivateKey
  let secret: Data

  init(key: P256.KeyAgreement.PrivateKey = .init(), secret: Data = Data((1...16).map { UInt8($0) })) {
    (self.key, self.secret) = (key, secret)
  }

  func endpoint(at resource: String) -> PushEndpoint {
    PushEndpoint(resource: resource, publicKey: key.publicKey.x963Representation, authSecret: secret)
  }

  /// The text of a record, as the receiver reads it (RFC 8188, RFC 8291), step by step from HMACs.
  func text(of body: [UInt8]) throws -> String {
    func hmac(_ key: some ContiguousBytes, _ text: Data) -> Data {
      Data(HMAC<SHA256>.authenticationCode(for: text, using: SymmetricKey(data: key)))
    }
    try #require(body.count > 21 && body[20] == 65 && body.count > 86)
    #expect(Array(body[16..<20]) == [0, 0, 0x10, 0])
    let (salt, sender, sealed) = (Data(body[..<16]), Data(body[21..<86]), Data(body[86...]))
    let shared = try key.sharedSecretFromKeyAgreement(with: P256.KeyAgreement.PublicKey(x963Representation: sender))
    let first = shared.withUnsafeBytes { hmac(secret, Data($0)) }
    let info = Data("WebPush: info\0".utf8) + key.publicKey.x963Representation + sender
    let second = hmac(salt, hmac(first, info + [1]))
    let content = hmac(second, Data("Content-Encoding: aes128gcm\0".utf8) + [1]).prefix(16)
    let nonce = hmac(second, Data("Content-Encoding: nonce\0".utf8) + [1]).prefix(12)
    let box = try AES.GCM.SealedBox(
      nonce: AES.GCM.Nonce(data: nonce), ciphertext: sealed.dropLast(16), tag: sealed.suffix(16))
    let record = try AES.GCM.open(box, using: SymmetricKey(data: content))
    try #require(record.last == 2)
    return String(decoding: record.dropLast(), as: UTF8.self)
  }
}

private func bytes(_ text: String) throws -> Data { Data(try #require(Base64.urlBytes(of: text))) }

struct PushEncryptionTests {
  @Test func `a message is encrypted as the example of RFC 8291`() throws {
    let receiver = Subscriber(
      key: try .init(rawRepresentation: bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")),
      secret: try bytes("BTBZMqHH6r4Tts7J_aSIgg"))
    let sender = try P256.KeyAgreement.PrivateKey(
      rawRepresentation: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    let destination = try #require(PushDestination(receiver.endpoint(at: "https://push.example/x")))
    let message = PushMessage("When I grow up, I want to be a watermelon", type: "text/plain", topic: "t")
    let body = try message.encrypted(
      for: destination, key: sender, salt: Array(bytes("DGv6ra1nlYgDCS1FRnbzlw")))
    #expect(
      Base64.urlText(of: body) == """
        DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A\
        _yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN
        """)
    #expect(try receiver.text(of: body) == message.text)
    #expect(try message.encrypted(for: destination) != message.encrypted(for: destination), "keys and salts are new")
    #expect(throws: (any Error).self) { try Subscriber().text(of: body) }
  }

  @Test(arguments: ["ftp://push.example/x", "push.example/x", "https://ann:pass@push.example/x", "https:///x", ""])
  func `what is no address of a push service is none`(resource: String) {
    #expect(PushDestination(Subscriber().endpoint(at: resource)) == nil)
  }

  @Test func `keys that are none are refused`() {
    let subscriber = Subscriber()
    let point = subscriber.key.publicKey.x963Representation
    func destination(_ key: Data, _ secret: Data) -> PushDestination? {
      PushDestination(PushEndpoint(resource: "https://push.example/x", publicKey: key, authSecret: secret))
    }
    #expect(destination(point, subscriber.secret) != nil)
    #expect(destination(point, subscriber.secret.dropLast()) == nil)
    #expect(destination(point.dropLast(), subscriber.secret) == nil)
    #expect(destination(Data(repeating: 4, count: 65), subscriber.secret) == nil, "it is not on the curve")
    #expect("\(subscriber.endpoint(at: "https://push.example/secret"))" == "push.example")
  }
}

extension SendingTests {
  /// Messages to push services, on real sockets.
  struct PushTests {
    private let key = PushServerKey(from: Data("secret".utf8))
    private let subscriber = Subscriber()

    private func sender(private allowsPrivate: Bool = true) -> NotificationSender {
      NotificationSender(
        mail: nil, allowsPrivate: allowsPrivate, ports: nil, resolver: KnownHosts(["push.example": ["127.0.0.1"]]))
    }

    private func push(_ resource: String, by sender: NotificationSender? = nil) async throws -> SendingFailure? {
      let destination = try #require(PushDestination(subscriber.endpoint(at: resource)))
      let message = PushMessage("<hello/>", type: "application/xml; charset=\"UTF-8\"", topic: "abc_-1")
      return try await failure {
        try await (sender ?? self.sender()).send(
          message, to: destination, signedBy: key, contact: "mailto:ops@example.org")
      }
    }

    @Test func `a push service gets an encrypted message, signed by the server`() async throws {
      let came = Mutex<(head: String, body: [UInt8])>(("", []))
      try await BadServer.run({ connection in
        came.withLock { $0 = (connection.request, connection.bytes) }
        try await connection.send("HTTP/1.1 201 Created\r\nLocation: /m/1\r\nContent-Length: 0\r\n\r\n")
      }) { server async throws in
        #expect(try await push("http://push.example:\(server.port)/wpush/v2/token") == nil)
        let (head, body) = came.withLock { $0 }
        #expect(head.hasPrefix("POST /wpush/v2/token HTTP/1.1\r\nHost: push.example:\(server.port)\r\n"))
        for line in [
          "Content-Encoding: aes128gcm", "TTL: 86400", "Topic: abc_-1", "Urgency: normal",
          "Content-Type: application/xml; charset=\"UTF-8\"",
        ] { #expect(head.contains("\r\n\(line)\r\n"), "\(line)") }
        #expect(try subscriber.text(of: body) == "<hello/>")
        try expectSigned(head, for: "http://push.example:\(server.port)")
      }
    }

    /// Verifies the token as a push service does (RFC 8292, RFC 7515).
    private func expectSigned(_ head: String, for audience: String) throws {
      let line = try #require(head.split(separator: "\r\n").first { $0.hasPrefix("Authorization: vapid t=") })
      let parts = line.dropFirst("Authorization: vapid t=".count).split(separator: ", k=")
      try #require(parts.count == 2 && String(parts[1]) == key.publicKey)
      let token = parts[0].split(separator: ".")
      try #require(token.count == 3)
      let known = try P256.Signing.PublicKey(x963Representation: bytes(key.publicKey))
      let signature = try P256.Signing.ECDSASignature(rawRepresentation: bytes(String(token[2])))
      #expect(known.isValidSignature(signature, for: Data("\(token[0]).\(token[1])".utf8)))
      #expect(!known.isValidSignature(signature, for: Data("\(token[0]).x\(token[1])".utf8)))
      #expect(String(decoding: try bytes(String(token[0])), as: UTF8.self) == "{\"alg\":\"ES256\",\"typ\":\"JWT\"}")
      struct Claims: Decodable { let aud, sub: String, exp: Double }
      let claims = try JSONDecoder().decode(Claims.self, from: bytes(String(token[1])))
      #expect(claims.aud == audience && claims.sub == "mailto:ops@example.org")
      let left = claims.exp - Date.now.timeIntervalSince1970
      #expect(left > 0 && left <= 86_400)
    }

    @Test(arguments: [404, 410]) func `a push service that has given a subscription up says so`(status: Int)
      async throws
    {
      try await BadServer.run({ try await $0.send("HTTP/1.1 \(status) X\r\nContent-Length: 0\r\n\r\n") }) {
        server async throws in
        let failure = try await push("http://push.example:\(server.port)/x")
        #expect(failure?.isGone == true && failure?.isTemporary == false)
      }
    }

    @Test(arguments: [429, 500, 503]) func `a push service that is busy is asked again`(status: Int) async throws {
      try await BadServer.run({ try await $0.send("HTTP/1.1 \(status) X\r\nContent-Length: 0\r\n\r\n") }) {
        server async throws in
        let failure = try await push("http://push.example:\(server.port)/x")
        #expect(failure?.isTemporary == true && failure?.isGone == false)
      }
    }

    @Test func `an answer doesn't show the address or the token`() async throws {
      try await BadServer.run({ connection in
        let token = connection.request.split(separator: "\r\n").first { $0.hasPrefix("Authorization: ") } ?? ""
        let text = "no such token-4711: \(token.dropFirst("Authorization: ".count))"
        try await connection.send("HTTP/1.1 400 X\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
      }) { server async throws in
        let failure = try await push("http://push.example:\(server.port)/token-4711")
        #expect(failure == .rejected(ServerReply(status: 400, text: "no such …: …")))
      }
    }

    @Test func `a push service in this network is refused, before and after its name is looked up`() async throws {
      let strict = sender(private: false)
      #expect(try await push("https://push.example/x", by: strict) == .blockedAddress(.private))
      #expect(try await push("https://127.0.0.1/x", by: strict) == .blockedAddress(.private))
      #expect(try await push("http://push.example/x", by: strict) == .insecure)
      let inside = try #require(PushDestination(subscriber.endpoint(at: "https://10.0.0.1/x")))
      #expect(throws: SendingFailure.blockedAddress(.private)) { try strict.check(inside) }
    }

    @Test func `the key of a server follows from its secret`() {
      #expect(key.publicKey == PushServerKey(from: Data("secret".utf8)).publicKey)
      #expect(key.publicKey != PushServerKey(from: Data("other".utf8)).publicKey)
      #expect(key.publicKey.utf8.count == 87 && key.publicKey.hasPrefix("B"))
    }
  }
}
