import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { freeBytesOf, reserve } from '../database/room.ts';
import { ownBuild } from '../own-build.ts';
import { type Check, fine, isLocal, wrong } from './check.ts';

const MEGABYTE = 1024 * 1024;

/** Room on the disk of the data folder, and whether it may be written. */
export const disk: Check = {
  subject: 'disk',
  async look({ dataFolder }) {
    const folder = nearest(dataFolder);
    try {
      accessSync(folder, constants.W_OK | constants.X_OK);
    } catch {
      return wrong(`${folder} may not be written by this user (AMPARO_DATA)`);
    }
    const free = freeBytesOf(folder);
    const room = `${Math.floor(free / MEGABYTE)} MB free at ${folder}`;
    return free > reserve.commands
      ? fine(room)
      : wrong(`${room}: below ${reserve.commands / MEGABYTE} MB nothing is queued`);
  },
};

/** The folder itself, or what of its path is there already. */
const nearest = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));

/** The demo belongs on a machine of one's own: at its desk anybody is the insurer (S17). */
export const demoOff: Check = {
  subject: 'demo',
  async look({ demo, publicOrigin }) {
    if (!demo) return fine('off');
    return isLocal(publicOrigin)
      ? fine('on, at an address of this machine')
      : wrong(`is on at ${publicOrigin}, where anybody is the insurer: set AMPARO_DEMO=0`);
  },
};

/** The app was built with the settings that stand here (F47): another build may call another backend, or show the demo's numbers. */
export const builtAlike = (build = ownBuild()): Check => ({
  subject: 'build',
  async look({ demo }, env) {
    const other = build.otherSettings(env, demo);
    return other.length === 0
      ? fine('made with these settings')
      : wrong(`made with other settings than these: ${other.join(', ')}. Build anew (npm run build), then restart`);
  },
});
