/**
 * Loaded before Playwright when it drives Firefox over WebDriver BiDi: this Firefox does not know the command by which Playwright
 * sets the colour scheme, and without it no context opens. The command may then fail; the tests do not depend on it.
 */
const Module = require('node:module');

const COMMAND = '.send("emulation.setMediaFeaturesOverride"';
const compile = Module.prototype._compile;

Module.prototype._compile = function (code, name, ...rest) {
  const bundle = name.endsWith('coreBundle.js');
  return compile.call(
    this,
    bundle ? code.replaceAll(COMMAND, COMMAND.replace('.send', '.sendMayFail')) : code,
    name,
    ...rest,
  );
};
