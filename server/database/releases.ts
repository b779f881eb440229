/** Which release speaks which schema, the oldest first (docs/decisions/migrations.md). */
interface Release {
  release: string;
  /** Name of the newest migration that it knows; null for the release in the making, which knows all of them. */
  newest: string | null;
}

const [releases = []] = Object.values(
  import.meta.glob<Release[]>('../migrations/releases.json', { import: 'default', eager: true }),
);

/** The release that this code becomes. */
export const thisRelease = releases.at(-1)?.release ?? '';

/** The number that a migration's file begins with: 18 of '0018_renewals.sql'. It numbers the schema that the migration makes. */
export const numberOf = (name: string): number => Number.parseInt(name, 10);

/**
 * The number of the oldest schema whose servers go on beside this migration, as its line '-- Serves: 0017' says. Without
 * that line it only adds, so that all go on: 0.
 */
export const servesIn = (text: string): number => Number(/^-- Serves: (\d{4})\b/m.exec(text)?.[1] ?? 0);

/** The tables lack what this release's migrations bring, and who asks may not apply them: a server of before may use them. */
export class SchemaTooOld extends Error {
  override name = 'SchemaTooOld';
  readonly count: number;
  constructor(count: number) {
    super(`The database lacks ${count} migrations`);
    this.count = count;
  }
}

/** A newer release took away what this one uses. */
export class SchemaTooNew extends Error {
  override name = 'SchemaTooNew';
  /** Names of the migrations that did. */
  readonly migrations: string;
  /** The release that applied the last of them. */
  readonly release: string;
  constructor(names: readonly string[], release: string) {
    super(`The database was changed by a newer release (${release}): ${names.join(', ')}`);
    this.migrations = names.join(', ');
    this.release = release;
  }
}
