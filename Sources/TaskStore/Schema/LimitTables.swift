extension Schema {
  /// What the operator sets for one account.
  static let accountLimits = """
    -- When the account was disabled; NULL while it may sign in.
    ALTER TABLE accounts ADD COLUMN disabled INTEGER;
    -- Its own quotas; NULL for the server's.
    ALTER TABLE accounts ADD COLUMN quota_bytes INTEGER CHECK (quota_bytes >= 0);
    ALTER TABLE accounts ADD COLUMN quota_tasks INTEGER CHECK (quota_tasks >= 0);
    ALTER TABLE accounts ADD COLUMN quota_lists INTEGER CHECK (quota_lists >= 0);
    ALTER TABLE accounts ADD COLUMN quota_sources INTEGER CHECK (quota_sources >= 0);
    """

  /// Which accounts may see the page about the server.
  static let operators = """
    ALTER TABLE accounts ADD COLUMN operator INTEGER NOT NULL DEFAULT 0 CHECK (operator IN (0, 1));
    """
}
