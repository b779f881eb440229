import { resolve } from 'node:path';
import * as v from 'valibot';
import { currencies } from '#contract/refunds.ts';
import { type RefundLimits, usualRefundLimits } from '#rules/refund-policy.ts';
import type { AttemptRules } from './accounts/attempts.ts';
import { tunedLimits } from './accounts/tuned.ts';
import { BadSetting, MissingSetting } from './bad-setting.ts';
import { coreSecret, coreUrl } from './core/setting.ts';
import type { Bucket } from './files/s3-store.ts';
import type { Proxies } from './http/address.ts';
import { proxies } from './http/proxies-setting.ts';
import type { StoreApps } from './http/well-known.ts';
import { readSigningKeys } from './insurer/signature.ts';
import type { MailServer } from './mail/smtp.ts';
import type { MetricsPlace } from './metrics/listen.ts';
import type { Receiver } from './outgoing/deliver.ts';

/** What a switch may be set to. Anything else is refused, so that a slip never turns on what was meant to be off (S17). */
const onOrOff = v.pipe(
  v.picklist(['0', '1', 'true', 'false']),
  v.transform((value) => value === '1' || value === 'true'),
);

/** 'USD=500000,EUR=450000': the currencies that are taken, each with the most one refund may ask for. */
const refundLimits = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((part) => part.trim().split('='))),
  v.array(v.tuple([v.picklist(currencies), v.pipe(v.string(), v.digits(), v.transform(Number), v.minValue(1))])),
  v.transform((pairs): RefundLimits => Object.fromEntries(pairs)),
);

const httpOrigin = v.pipe(
  v.string(),
  v.url(),
  v.regex(/^https?:/),
  v.transform((address) => new URL(address).origin),
);

/** Whom to write to. */
const contact = v.union([v.literal(''), v.pipe(v.string(), v.regex(/^(?:mailto:.+@.+|https:\/\/\S+)$/))]);

/** 'ec.aseguradora.amparo=AB:CD:…': an Android app's package, and the SHA-256 of each certificate that signs it, with commas. */
const androidApp = v.pipe(
  v.string(),
  v.regex(/^[a-z]\w*(?:\.[a-z]\w*)+=[\dA-F]{2}(?::[\dA-F]{2}){31}(?:,[\dA-F]{2}(?::[\dA-F]{2}){31})*$/i),
  v.transform((text) => {
    const [name = '', prints = ''] = text.split('=');
    return { name, fingerprints: prints.toUpperCase().split(',') };
  }),
);

/** 'ABCDE12345.ec.aseguradora.amparo': an Apple app's team and bundle. */
const appleApp = v.pipe(v.string(), v.regex(/^[A-Z\d]{10}(?:\.[A-Za-z\d-]+)+$/));

/** '9464', which this machine alone can ask, or '0.0.0.0:9464': a port with the address it is opened at. */
const place = v.pipe(
  v.string(),
  v.regex(/^(?:[\d.]+:|\[[\da-f:]+\]:)?\d{1,5}$/i),
  v.transform((text) => {
    const colon = text.lastIndexOf(':');
    return {
      host: text.slice(0, Math.max(0, colon)).replace(/[[\]]/g, '') || '127.0.0.1',
      port: Number(text.slice(colon + 1)),
    };
  }),
  v.check(({ port }) => port <= 65_535),
);

/** 32 random bytes in base64; or several, of which the first seals. */
const fileKeys = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').filter(Boolean)),
  v.array(v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/_-]{43}=?$/))),
  v.transform((keys) => keys.map((key) => Buffer.from(key, 'base64'))),
);

/** 's3://bucket/folder?endpoint=https://…&region=…'; without an endpoint, Amazon's of the region. */
const bucketAddress = v.pipe(
  v.string(),
  v.regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w/-]*)?(?:\?.*)?$/),
  v.transform((text) => new URL(text)),
  v.transform(({ hostname: bucket, pathname, searchParams }) => {
    const folder = pathname.replace(/^\/|\/$/g, '');
    const region = searchParams.get('region') ?? 'us-east-1';
    const endpoint = searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
    return { bucket, region, endpoint, prefix: folder && `${folder}/` };
  }),
  v.check(({ endpoint }) => URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)),
  v.transform((place) => ({ ...place, endpoint: new URL(place.endpoint).origin })),
);

/** 'whsec_…', or two of them while one replaces the other. */
const signingKeys = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const keys = dataset.value === '' ? [] : readSigningKeys(dataset.value);
    if (keys) return keys;
    // Without the text: a key must not stand in a log.
    addIssue({ message: 'no key', input: null });
    return NEVER;
  }),
);

const environment = v.object({
  PORT: v.optional(v.pipe(v.string(), v.digits(), v.transform(Number), v.maxValue(65_535)), '4173'),
  AMPARO_DATA: v.optional(v.pipe(v.string(), v.nonEmpty()), '.data'),
  DATABASE_URL: v.optional(v.string(), ''),
  DATABASE_OWNER_URL: v.optional(v.string(), ''),
  AMPARO_DEMO: v.optional(onOrOff, '1'),
  AMPARO_TRUST_PROXY: v.optional(proxies, '0'),
  AMPARO_QUIET: v.optional(onOrOff, '0'),
  AMPARO_DRAIN: v.optional(v.pipe(v.string(), v.digits(), v.transform(Number), v.maxValue(60))),
  AMPARO_LISTEN: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.ip())]), ''),
  AMPARO_REFUND_MOST: v.optional(refundLimits),
  AMPARO_REFUND_XML: v.optional(onOrOff, '0'),
  AMPARO_LIMITS: v.optional(v.union([v.literal(''), tunedLimits]), ''),
  AMPARO_PUSH_CONTACT: v.optional(contact, ''),
  AMPARO_SECURITY_CONTACT: v.optional(contact, ''),
  AMPARO_ANDROID_APP: v.optional(v.union([v.literal(''), androidApp]), ''),
  AMPARO_APPLE_APP: v.optional(v.union([v.literal(''), appleApp]), ''),
  AMPARO_FILES: v.optional(v.union([v.literal(''), bucketAddress]), ''),
  AMPARO_FILES_KEY: v.optional(fileKeys, ''),
  AMPARO_SCAN_COMMAND: v.optional(v.string(), ''),
  AWS_ACCESS_KEY_ID: v.optional(v.string(), ''),
  AWS_SECRET_ACCESS_KEY: v.optional(v.string(), ''),
  AWS_SESSION_TOKEN: v.optional(v.string(), ''),
  AMPARO_METRICS: v.optional(v.union([v.literal(''), place]), ''),
  AMPARO_PUSH_TRIAL: v.optional(v.union([v.literal(''), httpOrigin]), ''),
  AMPARO_WEBHOOK_URL: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.url(), v.regex(/^https?:/))]), ''),
  AMPARO_WEBHOOK_SECRET: v.optional(signingKeys, ''),
  AMPARO_CORE_URL: v.optional(v.union([v.literal(''), coreUrl]), ''),
  AMPARO_CORE_SECRET: v.optional(v.union([v.literal(''), coreSecret]), ''),
  // Without a query, which nodemailer would take for more settings: one takes TLS away, another the look at the certificate.
  AMPARO_SMTP_URL: v.optional(
    v.union([v.literal(''), v.pipe(v.string(), v.url(), v.regex(/^smtps?:\/\/[^?#]*$/))]),
    '',
  ),
  AMPARO_MAIL_FROM: v.optional(
    v.union([v.literal(''), v.pipe(v.string(), v.regex(/^(?:[^<>\r\n]+ <\S+@[^\s<>]+>|\S+@\S+)$/))]),
    '',
  ),
  AMPARO_ADDRESS: v.optional(v.union([v.literal(''), httpOrigin]), ''),
});

export interface Settings {
  port: number;
  dataFolder: string;
  databaseUrl: string;
  /** The same database for changing its tables: past a pooler, as their owner; empty for `databaseUrl`. */
  ownerUrl: string;
  /** How long a server that ends still takes calls, which a proxy sends until it has noticed, in milliseconds. */
  drain: number;
  demo: boolean;
  /** Whether this is a copy to look at: it serves, and neither sends nor sweeps anything. */
  quiet: boolean;
  /** The address the port is opened at; undefined for every one of this machine. */
  listen: string | undefined;
  /** Who stands before this server, and is believed where a request comes from. */
  proxies: Proxies;
  refundLimits: RefundLimits;
  /** Whether the XML of a tax authority is taken as a refund's invoice. */
  refundXml: boolean;
  /** The rules of tries that the operator set. */
  limits: Partial<AttemptRules>;
  /** Whom to tell of a weakness; null when nobody is named. */
  securityContact: string | null;
  /** The apps of the stores that may show this address as their own. */
  storeApps: StoreApps;
  /** The bucket customers' files lie in, and what they are sealed with; null: beside the database. */
  files: { bucket: Bucket; keys: readonly Uint8Array[] } | null;
  /** The command new files are shown to, with its arguments; null: nobody looks into them. */
  scanCommand: readonly string[] | null;
  /** Where metrics are asked for; null when they are not measured. */
  metrics: MetricsPlace | null;
  /** Whom push services may write to, and the origin of one that stands in for all in tests. */
  push: { contact?: string; trial: string | null };
  /** Who hears what customers did; null when nobody does. */
  receiver: Receiver | null;
  /** The insurer's administration and the token it knows us by; null when none is connected. */
  core: { url: string; secret: string } | null;
  /** Who takes mails; null: they are written into the data folder. */
  mailServer: MailServer | null;
  /** Where customers reach the app, for links in mails. */
  publicOrigin: string;
  /** Whether somebody said so. */
  addressGiven: boolean;
}

/**
 * Links in mails must lead to where customers are, which outside the demo is never this machine's own name. Who opens one sets a
 * password, so it must be https.
 *
 * @throws BadSetting
 */
export function demandAddress({ demo, addressGiven, publicOrigin }: Settings): void {
  if (demo) return;
  if (!addressGiven) throw new MissingSetting('AMPARO_ADDRESS');
  const { protocol, hostname } = new URL(publicOrigin);
  // As if nothing stood there, since only the beginning is wrong.
  if (protocol === 'http:' && !isHere(hostname)) throw new BadSetting('AMPARO_ADDRESS', '');
}

/** The settings that make no sense, each once; none when the server would start with them. */
export function badSettings(env: NodeJS.ProcessEnv): BadSetting[] {
  const { issues = [] } = v.safeParse(environment, env);
  const names = [...new Set(issues.map(nameOf))];
  if (names.length > 0) return names.map((name) => new BadSetting(name, env[name]));
  try {
    readSettings(env);
    return [];
  } catch (error) {
    if (error instanceof BadSetting) return [error];
    throw error;
  }
}

const nameOf = (issue: v.BaseIssue<unknown>): string => String(issue.path?.[0]?.key);

/** Reads the server's settings (D28) from the environment. @throws when one of them makes no sense */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const parsed = v.safeParse(environment, env);
  if (!parsed.success) {
    const name = nameOf(parsed.issues[0]);
    throw new BadSetting(name, env[name]);
  }
  const { PORT, AMPARO_LISTEN, AMPARO_TRUST_PROXY, AMPARO_DATA, DATABASE_URL, AMPARO_DEMO } = parsed.output;
  const { AMPARO_ADDRESS, AMPARO_REFUND_MOST } = parsed.output;
  const { AMPARO_PUSH_CONTACT, AMPARO_PUSH_TRIAL, AMPARO_SECURITY_CONTACT, AMPARO_METRICS, AMPARO_SCAN_COMMAND } =
    parsed.output;
  const publicOrigin = AMPARO_ADDRESS || `http://localhost:${PORT}`;
  const pushContact = AMPARO_PUSH_CONTACT || (publicOrigin.startsWith('https:') ? publicOrigin : undefined);
  // It may be an address of the server's own network, which customers could then have called.
  if (AMPARO_PUSH_TRIAL && !AMPARO_DEMO) throw new BadSetting('AMPARO_PUSH_TRIAL');
  const receiver = receiverOf(parsed.output);
  const { AMPARO_CORE_URL, AMPARO_CORE_SECRET } = parsed.output;
  if (AMPARO_CORE_URL && !AMPARO_CORE_SECRET) throw new BadSetting('AMPARO_CORE_SECRET');
  return {
    port: PORT,
    dataFolder: resolve(AMPARO_DATA),
    databaseUrl: DATABASE_URL,
    ownerUrl: parsed.output.DATABASE_OWNER_URL,
    quiet: parsed.output.AMPARO_QUIET,
    drain: 1_000 * (parsed.output.AMPARO_DRAIN ?? (AMPARO_TRUST_PROXY === 0 ? 0 : 5)),
    demo: AMPARO_DEMO,
    // Customers come through a proxy that ends TLS, and nobody past it. The demo is also opened from other devices.
    listen: AMPARO_LISTEN || (AMPARO_DEMO ? undefined : '127.0.0.1'),
    proxies: AMPARO_TRUST_PROXY,
    refundLimits: AMPARO_REFUND_MOST ?? usualRefundLimits,
    refundXml: parsed.output.AMPARO_REFUND_XML,
    limits: parsed.output.AMPARO_LIMITS || {},
    securityContact: AMPARO_SECURITY_CONTACT || null,
    storeApps: { android: parsed.output.AMPARO_ANDROID_APP || null, apple: parsed.output.AMPARO_APPLE_APP || null },
    files: filesOf(parsed.output),
    scanCommand: AMPARO_SCAN_COMMAND.trim() ? AMPARO_SCAN_COMMAND.trim().split(/\s+/) : null,
    metrics: AMPARO_METRICS || null,
    push: { ...(pushContact !== undefined && { contact: pushContact }), trial: AMPARO_PUSH_TRIAL || null },
    receiver,
    core: AMPARO_CORE_URL ? { url: AMPARO_CORE_URL, secret: AMPARO_CORE_SECRET } : null,
    mailServer: mailServerOf(parsed.output),
    publicOrigin,
    addressGiven: AMPARO_ADDRESS !== '',
  };
}

type Environment = v.InferOutput<typeof environment>;

/** Without its keys nothing may go to a bucket: whoever runs the store would read it. @throws BadSetting */
function filesOf({ AMPARO_FILES: place, AMPARO_FILES_KEY: keys, ...aws }: Environment) {
  if (!place) return null;
  if (keys.length === 0) throw new BadSetting('AMPARO_FILES_KEY');
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN } = aws;
  if (!accessKeyId) throw new BadSetting('AWS_ACCESS_KEY_ID');
  if (!secretAccessKey) throw new BadSetting('AWS_SECRET_ACCESS_KEY');
  const sessionToken = AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {};
  return { bucket: { ...place, accessKeyId, secretAccessKey, ...sessionToken }, keys };
}

/** Codes and links that open accounts travel in mails: outside the machine and the demo never without TLS. */
function mailServerOf({ AMPARO_SMTP_URL: url, AMPARO_MAIL_FROM: from, AMPARO_DEMO }: Environment): MailServer | null {
  if (url === '') return null;
  if (from === '') throw new BadSetting('AMPARO_MAIL_FROM');
  return { url, from, tls: !AMPARO_DEMO && !isHere(new URL(url).hostname) };
}

/** A name of this machine that no other machine can call. */
export const isHere = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** What customers wrote leaves the house only sealed by TLS; on the machine itself and in the demo it may go without. */
function receiverOf({ AMPARO_WEBHOOK_URL: url, AMPARO_WEBHOOK_SECRET: keys, AMPARO_DEMO }: Environment) {
  if (url === '' && keys.length === 0) return null;
  if (url === '') throw new BadSetting('AMPARO_WEBHOOK_URL');
  if (keys.length === 0) throw new BadSetting('AMPARO_WEBHOOK_SECRET');
  const { protocol, hostname, username } = new URL(url);
  if ((protocol === 'http:' && !isHere(hostname) && !AMPARO_DEMO) || username !== '')
    throw new BadSetting('AMPARO_WEBHOOK_URL');
  return { url, keys };
}
