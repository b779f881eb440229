import * as v from 'valibot';
import { countryFacts } from '#countries/facts.ts';

/** A setting that is absent or empty has its default. */
const text = (fallback: string) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.transform((value) => value || fallback),
  );

const base = (fallback: string) =>
  v.pipe(
    text(fallback),
    v.regex(/^(\/(?!\/)|https?:\/\/)[^\s?#]*$/, 'must be a path or an http(s) address'),
    v.transform((value) => value.replace(/\/+$/, '')),
  );

const hosts = v.pipe(
  text(''),
  v.transform((list) =>
    list
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter((host) => host !== ''),
  ),
  v.array(v.pipe(v.string(), v.regex(/^[a-z0-9.-]+(:\d{1,5})?$/, 'must be host names, separated by commas'))),
);

const httpsAddress = v.pipe(
  text(''),
  v.check((value) => value === '' || /^https:\/\/[^\s]+$/.test(value), 'must be an https address'),
);

const onOrOff = v.pipe(
  text('off'),
  v.picklist(['on', 'off'], "must be 'on' or 'off'"),
  v.transform((value) => value === 'on'),
);

/** D58: the side of a refund's photographed papers, in pixels. */
const pixels = v.pipe(
  text('800'),
  v.regex(/^\d+$/, 'must be a whole number'),
  v.transform(Number),
  v.minValue(800, 'must be between 800 and 1600'),
  v.maxValue(1600, 'must be between 800 and 1600'),
);

export interface Phones {
  /** Country of residence as customers choose it; 'Internacional' for whoever has none of the others. */
  country: string;
  /** As it is shown and dialled: '+506 4000 5550'. */
  emergency: string;
  centre: string;
  /** Nobody answers there. */
  sample: boolean;
}

const PHONE = /^\+?[\d ()-]{3,24}$/;
/** Of a range that is given to nobody. */
const samples = Object.values(countryFacts).map(({ name, prefix }) => ({
  country: name,
  emergency: `${prefix} 000 0001`,
  centre: `${prefix} 000 0002`,
  sample: true,
}));

/** D62: 'Costa Rica|+506 4000 5550|+506 4000 5551; Ecuador|…|…', or 'sample'. Without any, none is shown. */
const phones = v.pipe(
  text(''),
  v.transform((list): Phones[] =>
    list === 'sample'
      ? samples
      : list
          .split(';')
          .filter((entry) => entry.trim() !== '')
          .map((entry) => {
            const [country = '', emergency = '', centre = ''] = entry.split('|').map((part) => part.trim());
            return { country, emergency, centre, sample: false };
          }),
  ),
  v.check(
    (list) =>
      list.every(({ country, emergency, centre }) => country !== '' && PHONE.test(emergency) && PHONE.test(centre)),
    "must be 'country|emergency|call centre', separated by semicolons, or 'sample'",
  ),
);

/** What the build takes from its environment: the variable and the setting it becomes. */
const variables = {
  VITE_API_BASE: ['apiBase', base('/api')],
  VITE_INTEGRATION_BASE: ['hostBase', base('/host')],
  VITE_REGISTER_URL: ['registerUrl', httpsAddress],
  VITE_OPEN_HOSTS: ['openHosts', hosts],
  VITE_CONTACT_EMAIL: [
    'contactEmail',
    v.pipe(text('servicioalcliente@amparo.example'), v.email('must be an email address')),
  ],
  VITE_PAPER_PIXELS: ['paperPixels', pixels],
  VITE_PHONES: ['phones', phones],
  VITE_SHARE_CARD: ['shareCard', onOrOff],
} as const;

type Variables = typeof variables;
type Variable = keyof Variables;

/** The settings of a build (README, 'Settings'). */
export type Settings = { [Name in Variable as Variables[Name][0]]: v.InferOutput<Variables[Name][1]> };

/**
 * Reads the settings from an environment.
 *
 * @throws an Error that names each wrong variable and each unknown one that begins with `VITE_`
 */
export function parseSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const problems: string[] = [];
  const settings: Record<string, unknown> = {};
  for (const [variable, [name, schema]] of Object.entries(variables)) {
    const parsed = v.safeParse(schema, environment[variable]);
    if (parsed.success) settings[name] = parsed.output;
    else problems.push(`${variable} ${parsed.issues[0].message}, not '${environment[variable]}'`);
  }
  for (const variable of Object.keys(environment)) {
    if (variable.startsWith('VITE_') && !(variable in variables)) problems.push(`${variable} is not a setting`);
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return settings as Settings;
}
