extension SignedInRequest {
  /// Prefetching: a browser may request the page of a link while the pointer button is still pressed on it.
  ///
  /// Hovering must not prefetch, since the pointer may rest on a link for minutes. The eagerness `conservative` prefetches on the press,
  /// some 100 ms before the click. The selector `:hover` discards the page of a link that was pressed but not followed when the pointer
  /// leaves it, because the link no longer matches the rules. (`:active` would be stricter, but cancels the prefetch when the button is
  /// released.) One case remains: a link that was pressed with the middle button, and is followed later without moving the pointer.
  /// Responses to forms discard prefetched pages, and so does signing out.
  ///
  /// Refused are pages that are kept up to date, pages that report a recent change, and rehearsals; a page that has to fetch its source is
  /// answered without that.
  var refusesPrefetch: Bool { isPrefetch && (has("did") || step.isLive || (app.settings.rehearses && has("rehearse"))) }
}
