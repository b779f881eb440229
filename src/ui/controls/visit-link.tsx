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
 * was chosen there. Whoever touched the link and then left this page out of sight is taken to have gone there.
 */
export function VisitLink({ onGo, onSpent, ...rest }: VisitLinkProps) {
  const touched = useRef(false);
  const touch = () => {
    touched.current = true;
  };
  const go = () => {
    touched.current = false;
    onGo?.();
    // The browser follows the link first.
    setTimeout(onSpent, 0);
  };
  const leave = useEffectEvent(() => {
    if (touched.current) go();
  });
  useEffect(() => onSense(['hidden'], () => leave()), []);
  return (
    <ButtonLink
      {...rest}
      target="_blank"
      rel="noopener noreferrer"
      onPointerDown={touch}
      onContextMenu={touch}
      onClick={go}
      onAuxClick={({ button }) => button === MIDDLE && go()}
    />
  );
}
