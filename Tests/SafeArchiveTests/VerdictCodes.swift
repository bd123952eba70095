import SafeArchive

/// Which of our codes stands for each word of the collection's index.
enum VerdictCodes {
  /// By the beginning of the index's word. Where there are several, one word speaks of several places in the file.
  private static let words: [(word: String, codes: [ArchiveError.Code])] = [
    ("cd-bounds", [.directoryDamaged]), ("cd-", [.directoryDamaged]), ("crc", [.entryDamaged]),
    ("data-after-deflate-end", [.entryDamaged, .entrySize]), ("data-descriptor", [.headerMismatch]),
    ("deflate-error", [.entryDamaged]), ("dir-with-data", [.entryType]), ("empty", [.empty]),
    ("encrypted", [.encrypted]), ("eocd-vs-zip64-differ", [.directoryDamaged]),
    ("extra-malformed", [.directoryDamaged, .headerDamaged]), ("file-vs-dir", [.nameClash]),
    ("flags-differ", [.headerMismatch]), ("gap", [.entriesApart]),
    // One size may contradict the other in the directory already.
    ("header-values-differ", [.headerMismatch, .entrySize]),
    ("lfh-", [.headerDamaged]), ("limit-entries", [.tooManyEntries]), ("limit-entry-size", [.tooLarge]),
    ("limit-ratio", [.ratio]), ("method-differs", [.headerMismatch, .entrySize]),
    ("method-99", [.encrypted]), ("method-", [.method]), ("multi-disk", [.multipleVolumes]),
    ("name-collision", [.nameClash]), ("name-differs", [.headerMismatch]),
    ("name-not-utf8", [.nameEncoding]), ("name-", [.nameComponent]), ("no-eocd", [.truncated]),
    ("not-zip-or-prefix", [.notAnArchive]), ("overlap", [.entriesApart]),
    ("several-eocd", [.severalEnds]), ("size-wrong", [.entrySize, .entryDamaged]),
    ("stored-size-mismatch", [.entrySize]), ("too-short", [.notAnArchive]),
    ("trailing-data-or-bad-comment-length", [.trailingData, .truncated]), ("type-", [.entryType]),
    ("unicode-path-differs", [.headerMismatch, .headerDamaged]), ("zip64-eocd-bad", [.directoryDamaged]),
    ("zip64-extra-twice", [.headerDamaged]), ("zip64-", [.directoryDamaged]),
  ]

  /// Files with several flaws, of which we see another one first, and tar archives, whose rows have no words.
  private static let files: [String: ArchiveError.Code] = [
    "zipfoundation/testCorruptSymbolicLinkErrorConditions.zip": .entrySize,
    "zipfoundation/testArchiveAddCompressedEntryProgress.zip": .entrySize,
    "zipfoundation/testExtractCompressedDataDescriptorArchive.zip": .headerMismatch,
    "yauzl/failure--not_enough_bytes_in_the_stream_expected_2048576_got_only_1000000.zip": .ratio,
    "libarchive/test_read_format_zip_msdos.zip": .entryType,
    "libarchive/test_read_format_zip_encryption_header.zip": .multipleVolumes,
    "libarchive/test_read_format_zip_with_invalid_traditional_eocd.zip": .multipleVolumes,
    "libzip/incons-streamed.zip": .headerMismatch, "libzip/incons-streamed-2.zip": .headerMismatch,
    "libzip/zip64-3mf.zip": .multipleVolumes, "zip-rs/invalid_offset2.zip": .multipleVolumes,
    "yauzl/failure--file_data_overflows_file_bounds_63_2147483647_308.zip": .tooLarge,
    "zip-rs/comment_garbage.zip": .empty, "zip-rs/misaligned_comment.zip": .empty,
    "zip-rs/zip64_magic_in_filename_1.zip": .directoryDamaged,
    "zip-rs/zip64_magic_in_filename_2.zip": .directoryDamaged,
    "zip-rs/zip64_magic_in_filename_3.zip": .directoryDamaged,
    "zip-rs/zip64_magic_in_filename_4.zip": .directoryDamaged,
    "zip-rs/zip64_magic_in_filename_5.zip": .directoryDamaged,
    "cpython/test_full_overlap.zip": .entriesApart, "own/bad-symlink-dotdot.zip": .entryType,
    "own/bad-just-pk.zip": .truncated,

    "cpython/recursion.tar": .tarFeature, "jwilk/absolute1.tar": .nameComponent,
    "jwilk/absolute2.tar": .nameComponent, "jwilk/dirsymlink.tar": .entryType,
    "jwilk/dirsymlink2a.tar": .entryType, "jwilk/dirsymlink2b.tar": .entryType,
    "jwilk/relative0.tar": .nameComponent, "jwilk/relative2.tar": .nameComponent,
    "jwilk/symlink.tar": .entryType, "libarchive/test_compat_tar_hardlink_1.tar": .entryType,
    "libarchive/test_leading_slash.tar": .nameComponent,
    "libarchive/test_pax_filename_encoding.tar": .nameEncoding,
    "libarchive/test_read_format_gtar_sparse_1_17_posix10_modified.tar": .tarFeature,
    "libarchive/test_read_format_tar_V_negative_size.tar": .headerDamaged,
    "libarchive/test_read_format_tar_concatenated.tar": .trailingData,
    "libarchive/test_read_format_tar_empty_filename.tar": .nameComponent,
    "libarchive/test_read_format_tar_empty_pax.tar.Z": .notAnArchive,
    "libarchive/test_read_format_tar_invalid_pax_size.tar": .headerDamaged,
    "libarchive/test_read_format_tar_pax_g_large.tar": .tarFeature,
    "own/bad-case-collision.tar.zst": .nameClash, "own/bad-duplicate.tar.zst": .nameClash,
    "own/bad-hardlink-alias.tar.zst": .entryType, "own/bad-hardlink-dotdot.tar.zst": .entryType,
    "own/bad-hardlink-outside.tar.zst": .entryType, "own/bad-pax-path-override.tar.zst": .nameComponent,
    "own/bad-pax-size-smuggle.tar": .headerMismatch, "own/bad-special-files.tar.zst": .entryType,
    "own/bad-symlink-then-file.tar.zst": .entryType, "own/bad-truncated.tar": .truncated,
    "own/bad-zstd-window-2GiB.tar.zst": .compression, "own/bomb-256MiB.tar.zst": .ratio,
    // Its headers alone unpack to more than may be, before the last is counted.
    "own/many-entries-200k.tar.zst": .ratio, "own/odd-no-eof-blocks.tar": .truncated,
    "own/odd-trailing-junk.tar": .trailingData, "own/odd-two-frames.tar.zst": .trailingData,
  ]

  static func codes(for refusal: String, of file: String) -> [ArchiveError.Code] {
    if let code = files[file] { return [code] }
    return words.first { refusal.hasPrefix($0.word) }?.codes ?? []
  }
}
