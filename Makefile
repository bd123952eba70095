# GNU make. Run it with what is wanted: build, demo, test, bench, format, man, install, deb, deb-test, api,
# uninstall, clean.

prefix ?= /usr/local
bindir = $(DESTDIR)$(prefix)/bin
datadir = $(DESTDIR)$(prefix)/share
mandir = $(datadir)/man
bash_dir = $(datadir)/bash-completion/completions
zsh_dir = $(datadir)/zsh/site-functions
fish_dir = $(datadir)/fish/vendor_completions.d

# Notes that are too large for this repository, for the benchmarks.
corpus ?= ../shared/corpus

release = --configuration release
ifeq ($(shell uname),Darwin)
export PKG_CONFIG_PATH := $(shell brew --prefix)/opt/libarchive/lib/pkgconfig:$(PKG_CONFIG_PATH)
else
release += --static-swift-stdlib
endif
lnote = .build/release/lnote

.PHONY: build deps deps-test deps-bench demo test bench fuzz fuzz-svg format man install deb deb-test api uninstall clean

build: deps
	swift build $(release) --product lnote

deps:
	@.ci/need pkg-config=pkg-config pkg:libarchive=libarchive-dev/libarchive pkg:libxml-2.0=libxml2-dev/- \
	  pkg:libmd=libmd-dev/- pkg:zlib=zlib1g-dev/zlib pkg:sqlite3=libsqlite3-dev/sqlite \
	  pkg:cairo=libcairo2-dev/cairo pkg:libturbojpeg=libturbojpeg0-dev/jpeg-turbo

# Other programs that read what lnote writes; tests that lack theirs are skipped by name.
deps-test: deps
	@.ci/need --optional mandoc=mandoc zip=zip unzip=unzip bsdtar=libarchive-tools/- 7z=p7zip-full/p7zip \
	  strace=strace/- /usr/bin/time=time/- xmllint=libxml2-utils/- rsvg-convert=librsvg2-bin/librsvg pdftoppm=poppler-utils/poppler javac=default-jdk-headless/openjdk \
	  zsh=zsh fish=fish python3=python3 python:jsonschema=python3-jsonschema/- zstd=zstd file=file/- \
	  restic=restic borg=borgbackup rclone=rclone parallel=parallel tmux=tmux \
	  dpkg-shlibdeps=dpkg-dev/- gio=libglib2.0-bin/- update-mime-database=shared-mime-info/- inkscape=inkscape scour=scour
	@test -x .build/python/bin/pysvgo || { python3 -m venv .build/python && \
	  .build/python/bin/pip install --quiet svgo-py; } || echo "Going on without: svgo-py"

deps-bench: deps
	@.ci/need c++=g++/- pkg:simdjson=libsimdjson-dev/simdjson zip=zip unzip=unzip bsdtar=libarchive-tools/-
	@.ci/need --optional restic=restic xournalpp=xournalpp/- rsvg-convert=librsvg2-bin/librsvg

demo: build
	@Samples/demo $(abspath $(lnote)) .build/demo

# In release, since byte loops are some hundred times slower in debug; the long suites, named Heavy, last. While
# working, `swift test --skip Heavy` is sooner built.
tests = swift test --configuration release --scratch-path .build/tests -Xswiftc -DRECORDS_OPERATIONS
test: deps-test
	$(tests) --skip Heavy
	$(tests) --filter Heavy

bench: deps-bench build
	mkdir -p .build/peers
	python3 -m venv .build/peers/python && .build/peers/python/bin/pip install --quiet svgelements || true
	$(CXX) -O3 -std=c++17 Tests/Benchmarks/Peers/simdjson_page.cpp -o .build/peers/simdjson_page -lsimdjson
	swift build $(release) --product Benchmarks
	.build/release/Benchmarks --lnote $(lnote) --peers .build/peers --corpus $(corpus)

# A minute a reader; what it finds is left in .build/fuzz and becomes a regression test. Each reader with the modules
# that it needs, the one that it looks into last, and where its seeds are.
fuzz_seconds ?= 60
fuzz_readers ?= Page=NoteModel=Samples JSON=NoteModel=Samples Journal=NoteModel=Samples \
  Archive=CPlatform,DurableFiles,SafeArchive=$(corpus)/archives
fuzz: deps fuzz-svg
	@.ci/fuzz $(fuzz_seconds) $(fuzz_readers)

# The readers of drawings, on modules of their own: they are many files.
fuzz_modules = .build/fuzz/modules
fuzz_swift = swiftc -O -swift-version 6 -parse-as-library -sanitize=fuzzer,address -enable-experimental-feature Lifetimes \
  -package-name lnote -I $(fuzz_modules) -I Sources/CXML $$(pkg-config --cflags libxml-2.0 | sed 's/-I/-Xcc -I/g')
fuzz-svg:
	mkdir -p $(fuzz_modules)
	for module in NoteModel NoteInterchange; do \
	  $(fuzz_swift) -wmo -enable-testing -module-name $$module -emit-module \
	    -emit-module-path $(fuzz_modules)/$$module.swiftmodule -c $$(find Sources/$$module -name '*.swift') \
	    -o $(fuzz_modules)/$$module.o || exit 1; \
	done
	for reader in Path Transform Style Payload; do \
	  $(fuzz_swift) -use-ld=lld -module-name Fuzz Tests/Fuzzing/SVG$${reader}Fuzzer.swift $(fuzz_modules)/*.o \
	    -o .build/fuzz/SVG$$reader || exit 1; \
	  mkdir -p .build/fuzz/SVG$$reader-corpus; \
	  split -a 4 -l 1 Tests/Fuzzing/Seeds/SVG$$reader.txt .build/fuzz/SVG$$reader-corpus/seed-; \
	  .build/fuzz/SVG$$reader -max_total_time=$(fuzz_seconds) -rss_limit_mb=2048 -timeout=10 -print_final_stats=1 \
	    -artifact_prefix=.build/fuzz/SVG$$reader- .build/fuzz/SVG$$reader-corpus || exit 1; \
	done

format:
	swift format --in-place --parallel --recursive Package.swift Sources Tests

# From the table of commands; man/lnote.5 is written by hand.
man: deps
	swift run --quiet ManualPages man

install: build
	install -d $(bindir) $(mandir)/man1 $(mandir)/man5 $(bash_dir) $(zsh_dir) $(fish_dir)
	install -s -m 755 $(lnote) $(bindir)/lnote
	install -m 644 man/*.1 $(mandir)/man1
	install -m 644 man/*.5 $(mandir)/man5
	install -d $(datadir)/mime/packages $(datadir)/thumbnailers
	install -m 644 share/mime/packages/lnote.xml $(datadir)/mime/packages/lnote.xml
	install -m 644 share/thumbnailers/lnote.thumbnailer $(datadir)/thumbnailers/lnote.thumbnailer
	$(lnote) completions bash > $(bash_dir)/lnote
	$(lnote) completions zsh > $(zsh_dir)/_lnote
	$(lnote) completions fish > $(fish_dir)/lnote.fish

# For systems like the one that it is made on.
deb: build
	@.ci/need dpkg-shlibdeps=dpkg-dev/-
	rm -rf .build/deb
	$(MAKE) --no-print-directory install DESTDIR=.build/deb/root prefix=/usr
	.ci/deb .build/deb/root .build/deb

# Installs the package on a fresh Debian and tries it; as root, with a mirror in reach. Not among the tests, since it
# takes minutes.
deb-test: deb
	@.ci/need debootstrap=debootstrap/-
	.ci/deb-test "$$(ls -t .build/deb/*.deb | head -n 1)" .build/deb-test

# What breaks programs that use the libraries, compared with .ci/api-baseline.
api: deps
	@.ci/api

uninstall:
	rm -f $(bindir)/lnote $(mandir)/man1/lnote.1 $(mandir)/man1/lnote-*.1 $(mandir)/man5/lnote.5
	rm -f $(datadir)/mime/packages/lnote.xml $(datadir)/thumbnailers/lnote.thumbnailer
	rm -f $(bash_dir)/lnote $(zsh_dir)/_lnote $(fish_dir)/lnote.fish

clean:
	rm -rf .build
