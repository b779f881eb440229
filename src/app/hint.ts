import * as v from 'valibot';

const hint = v.object({
  open: v.boolean(),
  waiting: v.pipe(v.number(), v.integer(), v.minValue(0)),
  passkey: v.optional(v.boolean(), false),
  ended: v.optional(v.boolean(), false),
});
export type Hint = v.InferOutput<typeof hint>;

const KEY = 'amparo';
const nothing: Hint = { open: false, waiting: 0, passkey: false, ended: false };

/**
 * What the boot script may know before the database is open. It says whether a session is open, how many items are queued, and
 * whether a passkey opens the session, and whether the last one was ended from another device. It holds no personal data. The database decides; this is only a hint.
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
    // In a browser that refuses storage, the right page only appears a moment later.
  }
}
