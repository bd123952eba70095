import DurableFiles

/// Reads any bytes as an archive, ZIP or tar: no crash, and what is taken has names that lead nowhere else.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzArchive(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
  var limits = ArchiveLimits.standard
  (limits.entries, limits.entryByteCount, limits.totalByteCount) = (1000, 1 << 20, 4 << 20)
  guard let file = unsafe archiveFile(bytes), let reader = try? ArchiveReader.open(file, limits: limits)
  else {
    return 0
  }
  var places: Set<RelativePath> = []
  for entry in reader.entries {
    precondition(places.insert(entry.path).inserted, "one entry a name")
    precondition(entry.path.names.count <= limits.depth, "no deeper than allowed")
    for name in entry.path.names {
      precondition(!name.bytes.contains(0x2F) && !name.bytes.contains(0x5C), "no separator in a part")
      precondition(
        name.bytes != Array("..".utf8) && name.bytes != Array(".".utf8), "no part that leads elsewhere")
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    var (byteCount, isWhole) = (0, false)
    do {
      var stream = try reader.stream(of: entry)
      while true {
        let piece = try stream.read(into: &buffer)
        byteCount += piece
        if piece == 0 { break }
      }
      isWhole = true
    } catch {}
    precondition(byteCount <= entry.byteCount, "never more than is declared")
    precondition(!isWhole || byteCount == entry.byteCount, "as much as is declared")
  }
  return 0
}

private func archiveFile(_ bytes: UnsafeRawBufferPointer) -> ArchiveFile? {
  guard var scratch = try? ScratchFile.create() else { return nil }
  guard (try? scratch.write(unsafe bytes.bytes)) != nil, let file = try? scratch.finish() else { return nil }
  return ArchiveFile(file)
}
