import { existsSync, readdirSync } from 'node:fs';

/** What each engine needs: a path, and Debian's package that brings it. */
export const engines = {
  webkitgtk: [
    ['/usr/bin/WebKitWebDriver', 'webkit2gtk-driver'],
    ['/usr/bin/Xvfb', 'xvfb'],
    ['/usr/lib/python3/dist-packages/gi', 'python3-gi'],
    [typelib('WebKit2-4.1'), 'gir1.2-webkit2-4.1'],
  ],
  wpe: [
    ['/usr/bin/WPEWebDriver', 'wpewebkit-driver'],
    ['/usr/bin/cog', 'cog'],
  ],
  firefox: [[process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr', 'firefox-esr']],
};

/** The packages of those whose path is not there. */
export const lackingPackages = (needs, isThere = existsSync) =>
  needs.filter(([path]) => !isThere(path)).map(([, name]) => name);

/** Python's view of a library, in the folder of the processor's name; '' where there is none. */
function typelib(name) {
  const paths = readdirSync('/usr/lib').map((folder) => `/usr/lib/${folder}/girepository-1.0/${name}.typelib`);
  return paths.find((path) => existsSync(path)) ?? '';
}
