import { type ComponentProps, useEffect, useEffectEvent, useRef } from 'react';
import { onSense } from '#senses/page.ts';
import { ButtonLink } from './button.tsx';

const MIDDLE = 1;

interface VisitLinkProps extends Omit<ComponentProps<typeof ButtonLink>, 'href' | 'target' | 'rel'> {
  href: string;
  /** The customer goes there now. */
  onGo?: () => void;
  /** The address is used up, so the link must go. */
  onSpent: () => void;
}

/**
 * A link whose address is valid for one visit, in another tab. A middle click is no `click`, and a link's menu does not say what
 * was chosen there. Whoever opened its menu and then left this page out of sight, using nothing else of it, is taken to have
 * gone there.
 */
export function VisitLink({ onGo, onSpent, ...rest }: VisitLinkProps) {
  const menuOpened = useRef(false);
  const go = () => {
    menuOpened.current = false;
    onGo?.();
    // The browser follows the link first.
    setTimeout(onSpent, 0);
  };
  const leave = useEffectEvent(() => {
    if (menuOpened.current) go();
  });
  useEffect(() => onSense(['hidden'], () => leave()), []);
  useEffect(() => {
    // Both come before the menu that they open.
    const uses = ['pointerdown', 'keydown'] as const;
    const closed = () => {
      menuOpened.current = false;
    };
    for (const use of uses) addEventListener(use, closed, true);
    return () => {
      for (const use of uses) removeEventListener(use, closed, true);
    };
  }, []);
  return (
    <ButtonLink
      {...rest}
      target="_blank"
      rel="noopener noreferrer"
      onContextMenu={() => {
        menuOpened.current = true;
      }}
      onClick={go}
      onAuxClick={({ button }) => button === MIDDLE && go()}
    />
  );
}
