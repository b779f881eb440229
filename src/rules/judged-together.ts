/** Groups of answers, by their names: whether one is right may depend on the others. */
export type Together = readonly (readonly string[])[];

/** The answers that a refusal of this one was given for: its own, and those that are judged together with it. */
export const judgedWith = (name: string, together: Together): string[] => [
  ...new Set([name, ...together.filter((group) => group.includes(name)).flat()]),
];
