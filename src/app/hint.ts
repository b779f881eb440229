import * as v from 'valibot';

const hint = v.object({
  open: v.boolean(),
  waiting: v.pipe(v.number(), v.integer(), v.minValue(0)),
  passkey: v.optional(v.boolean(), false),
});
export type Hint = v.InferOutput<typeof hint>;

const KEY = 'amparo';
const nothing: Hint = { open: false, waiting: 0, passkey: false };

/**
 * What the boot script may know before any database is open: whether a session is open, how many items wait, and whether a passkey opens it. No personal
 * data, and only a hint: what holds is in the database.
 */
export function readHint(): Hint {
  try {
    const parsed = v.safeParse(hint, JSON.parse(localStorage.getItem(KEY) ?? 'null'));
    return parsed.success ? parsed.output : nothing;
  } catch {
    return nothing;
  }
}

export function writeHint(change: Partial<Hint>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readHint(), ...change }));
  } catch {
    // A browser that refuses storage still shows the right page, only a moment later.
  }
}
