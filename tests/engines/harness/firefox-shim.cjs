/**
 * Loaded before Playwright when it drives Firefox over WebDriver BiDi.
 * This Firefox lacks the command that sets the colour scheme, and without it no context opens.
 * The command may fail here, and no test depends on it.
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
