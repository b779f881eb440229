import { isHere, type Settings } from '../settings.ts';

/** What one check found: one line for whoever runs the server. */
export interface Finding {
  subject: string;
  fine: boolean;
  /** What is so, or what is wrong and which setting mends it. */
  message: string;
}

/** Looks at one subject and changes nothing. What it throws is a finding too. */
export interface Check {
  subject: string;
  look(settings: Settings, env: NodeJS.ProcessEnv): Promise<Omit<Finding, 'subject'>>;
}

export const fine = (message: string) => ({ fine: true, message });
export const wrong = (message: string) => ({ fine: false, message });

/** A name that reaches this machine alone. */
export const isLocal = (origin: string): boolean => isHere(new URL(origin).hostname);
