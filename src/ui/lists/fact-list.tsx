import type { ReactNode } from 'react';

export type Fact = readonly [name: string, text: ReactNode];

/** Facts, each under its name. Those without a text are left out; without any, nothing is drawn. */
export function FactList({ facts, className }: { facts: readonly Fact[]; className: string | undefined }) {
  const known = facts.filter(([, text]) => (typeof text === 'string' ? text.trim() !== '' : text));
  if (known.length === 0) return null;
  return (
    <dl className={className}>
      {known.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
