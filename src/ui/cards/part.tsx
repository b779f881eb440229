import type { ReactNode } from 'react';

interface PartProps {
  id: string;
  title: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A part of a screen: its small title, and the group, card or list below it. */
export function Part({ id, title, className = 'stack-list', children }: PartProps) {
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id} className="t16">
        {title}
      </h2>
      {children}
    </section>
  );
}
