import { Link, type LinkProps } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { type ButtonLook, buttonClass, buttonContent } from './button.tsx';

/** Where a link leads: an address of the router, its parameters, and what its history entry holds. */
export interface LinkTarget {
  to: string;
  params: Record<string, string>;
  state?: object;
}

interface ScreenLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: LinkTarget;
  children: ReactNode;
}

/**
 * A link to a screen. The router loads the screen's code and opens its rows as soon as a finger, a pointer or the focus is on
 * it. Links that lead out of the app are plain ones.
 */
export function ScreenLink({ to, ...rest }: ScreenLinkProps) {
  return <Link {...rest} {...(to as LinkProps)} activeOptions={EXACTLY} activeProps={NO_PROPS} />;
}

/** A link to a screen that looks like a button. */
export function ScreenButton({
  look,
  size,
  fit,
  icon,
  about,
  className,
  children,
  ...rest
}: ButtonLook & ScreenLinkProps) {
  return (
    <ScreenLink {...rest} className={buttonClass({ look, size, fit }, className)}>
      {buttonContent({ icon, about, children })}
    </ScreenLink>
  );
}

// A link home would otherwise be the current page on every screen below it.
const EXACTLY = { exact: true, includeSearch: false } as const;
const NO_PROPS = {};
