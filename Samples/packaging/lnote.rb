# Homebrew formula. From a checkout of lnote:
#
#   git archive --prefix=lnote/ --output=/tmp/lnote.tar.gz HEAD
#   HOMEBREW_LNOTE_SOURCE=/tmp/lnote.tar.gz brew install --formula Samples/packaging/lnote.rb
class Lnote < Formula
  desc "Checks, packs, imports, backs up and converts handwritten notes"
  homepage "file://#{ENV.fetch("HOMEBREW_LNOTE_SOURCE", "")}"
  url "file://#{ENV.fetch("HOMEBREW_LNOTE_SOURCE", "")}"
  version "0.1.0"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "cairo"
  depends_on "jpeg-turbo"
  depends_on "libarchive"
  depends_on macos: :sequoia
  uses_from_macos "libxml2"
  uses_from_macos "sqlite"

  def install
    # SwiftPM's own sandbox can't be nested in Homebrew's.
    inreplace "Makefile", "swift build $(release)", "swift build --disable-sandbox $(release)"
    system "make", "install", "prefix=#{prefix}"
    pkgshare.install "Samples"
  end

  test do
    library = pkgshare/"Samples/Library"
    assert_match "Field notes", shell_output("#{bin}/lnote ls #{library}")
    system bin/"lnote", "backup", library, "--to", testpath/"Backups"
    system bin/"lnote", "restore", testpath/"Backups", "--into", testpath/"Restored"
    system bin/"lnote", "fsck", testpath/"Restored"
  end
end
