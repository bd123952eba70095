import CPlatform

/// Runs libarchive with a UTF-8 locale on this thread alone: in the C locale it loses names, and changing the
/// process's locale would change it for everybody.
func withUTF8Locale<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  let previous = unsafe lnote_locale_begin()
  defer { unsafe lnote_locale_end(previous) }
  return try body()
}

/// Whether this system has such a locale.
func hasUTF8Locale() -> Bool {
  let previous = unsafe lnote_locale_begin()
  defer { unsafe lnote_locale_end(previous) }
  return unsafe previous != nil
}
