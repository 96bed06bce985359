#!/bin/sh
# make_deb.sh BUILD VERSION: a Debian package of BUILD/dbtool, its manual and its completions,
# BUILD/dbtool_VERSION_ARCH.deb. The maintainer is $DEBFULLNAME <$DEBEMAIL>, or who made the last
# commit. The same sources make the same package: dates are that of the last commit.
set -eu
export LC_ALL=C
umask 022
build=$1 version=$2
maintainer="${DEBFULLNAME:-The dbtool authors} <${DEBEMAIL:-$(git log -1 --format=%ae 2>/dev/null || echo dbtool@example.org)}>"
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y README.md)}
export SOURCE_DATE_EPOCH
arch=$(dpkg --print-architecture)
tree=$build/deb
rm -rf "$tree"
mkdir -p "$tree/DEBIAN" "$tree/usr/share/doc/dbtool"
make -s install DESTDIR="$tree" PREFIX=/usr BUILD="$build" >/dev/null
strip --strip-unneeded -R .comment -R .note "$tree/usr/bin/dbtool"
mkdir -p "$tree/usr/share/zsh/vendor-completions" # Debian's place
mv "$tree/usr/share/zsh/site-functions/_dbtool" "$tree/usr/share/zsh/vendor-completions/"
rmdir "$tree/usr/share/zsh/site-functions"
gzip -9n "$tree"/usr/share/man/man*/*

doc=$tree/usr/share/doc/dbtool
{
    echo 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/'
    echo
    echo 'Files: *'
    echo "Copyright: $(sed -n 's/^Copyright (c) //p' LICENSE)"
    echo '           Chart.js contributors (the page of reports in the program)'
    echo 'License: Expat'
    sed '1,/^Copyright/d; /./!s/^$/./; s/^/ /' LICENSE | sed 1d
} >"$doc/copyright"
{
    printf 'dbtool (%s) unstable; urgency=medium\n\n  * See CHANGES.md.\n\n' "$version"
    printf ' -- %s  %s\n' "$maintainer" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")"
} | gzip -9n >"$doc/changelog.gz"
gzip -9n <man/CHANGES.md >"$doc/CHANGES.md.gz"

# What it is linked with, as dpkg-shlibdeps reads it off the program.
mkdir -p "$tree.work/debian"
printf 'Source: dbtool\n\nPackage: dbtool\nArchitecture: any\n' >"$tree.work/debian/control"
program=$(cd "$tree/usr/bin" && pwd)/dbtool
depends=$(cd "$tree.work" && dpkg-shlibdeps -O "$program" | sed -n 's/^shlibs:Depends=//p')
rm -rf "$tree.work"
cat >"$tree/DEBIAN/control" <<END
Package: dbtool
Version: $version
Architecture: $arch
Maintainer: $maintainer
Installed-Size: $(du -sk --apparent-size "$tree/usr" | cut -f 1)
Depends: $depends
Section: graphics
Priority: optional
Description: join BVH motion-capture clips at cuts, smoothly, and measure it
 dbtool joins motion-capture clips at cuts, smooths every cut with a transition
 method (dead blending, inertialization, cross-fades and others), writes the
 blended BVH, and measures each cut, joint by joint, as CSV.
END
(cd "$tree" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$tree/DEBIAN/md5sums"
dpkg-deb --root-owner-group --build "$tree" "$build/dbtool_${version}_$arch.deb"
