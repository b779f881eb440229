import { badSettings, readSettings } from '../settings.ts';
import { problemFound } from '../start-problem.ts';
import { address, certificate } from './address.ts';
import { callers, listening } from './callers.ts';
import type { Check, Finding } from './check.ts';
import { administration, mail, receiver, sending } from './connections.ts';
import { database } from './database.ts';
import { files, scanner } from './files.ts';
import { builtAlike, demoOff, disk } from './place.ts';

export const checks: readonly Check[] = [
  address,
  certificate(),
  demoOff,
  builtAlike(),
  listening,
  callers,
  disk,
  database,
  files,
  scanner,
  sending,
  mail,
  administration,
  receiver,
];

/**
 * Looks at everything the server needs, and changes nothing. Without settings that make sense nothing else can be looked at:
 * then these are all that is found, one a setting.
 */
export async function examine(env: NodeJS.ProcessEnv, asked: readonly Check[] = checks): Promise<Finding[]> {
  const bad = badSettings(env);
  if (bad.length > 0) return bad.map((one) => ({ subject: 'settings', fine: false, message: problemFound(one) }));
  const settings = readSettings(env);
  const found = await Promise.all(
    asked.map(async ({ subject, look }) => ({
      subject,
      ...(await look(settings, env).catch((error: unknown) => ({ fine: false, message: messageOf(error) }))),
    })),
  );
  return [{ subject: 'settings', fine: true, message: 'all make sense' }, ...found];
}

const messageOf = (error: unknown): string => {
  const { message, code = '' } = error as { message?: string; code?: string };
  return (message || code || String(error)).split('\n')[0] ?? '';
};

/** 'ok    disk: …', a line each. */
export const printed = ({ fine, subject, message }: Finding): string =>
  `${fine ? 'ok  ' : 'FAIL'}  ${subject}: ${message}`;
