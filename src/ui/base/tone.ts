const tints = {
  neutral: 'neutral',
  ceiba: 'ceiba',
  health: 'health',
  life: 'life',
  info: 'health',
  ok: 'life',
  warn: 'mango',
  bad: 'arrears',
} as const;

/** What a colour says: ceiba of actions, health and life of an insurance line, the others of how something stands. */
export type Tone = keyof typeof tints;

/** The class of shapes.css with a tone's ground and text. */
export const tintOf = (tone: Tone): string => `tint-${tints[tone]}`;
