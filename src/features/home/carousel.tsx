import { Children, isValidElement, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Icon } from '#ui/base/icon.tsx';
import { plainKey } from '#ui/base/plain-key.ts';
import { words } from '#ui/base/words.ts';
import styles from './carousel.module.css';
import { useShownSlide } from './shown-slide.ts';

interface CarouselProps {
  /** 'Tus pólizas' */
  label: string;
  index: number;
  onIndex: (index: number) => void;
  /** The name of each slide for screen readers: 'Póliza 2 de 3: Vida Universal'. */
  slideLabels: readonly string[];
  /** Which slides are laid out once they come near. */
  lateSlides?: readonly boolean[];
  previousLabel?: string;
  nextLabel?: string;
  /** Beside the dots: 'Ver las 3 pólizas'. */
  aside?: ReactNode;
  children: ReactNode;
}

/**
 * Cards side by side that snap into place. A finger, the two buttons, or the arrow keys move them. It never moves by itself.
 * The screen holds the index, so that an address can carry it.
 */
export function Carousel(props: CarouselProps) {
  const { label, index, onIndex, slideLabels, lateSlides, previousLabel, nextLabel, aside, children } = props;
  const strip = useRef<HTMLUListElement>(null);
  const slides = Children.toArray(children);
  useShownSlide(strip, index, slideLabels.join(), onIndex);
  // The slide requested last. On a slow device the next press may come before the screen has the new index.
  const requested = useRef(index);
  useLayoutEffect(() => {
    requested.current = index;
    const list = strip.current;
    // The focused element is on a slide that is now inert and cannot hold the focus.
    if (list?.contains(document.activeElement) && document.activeElement?.closest('[inert]')) {
      list.focus({ preventScroll: true });
    }
  }, [index]);
  const go = (step: number) => {
    const to = requested.current + step;
    if (to < 0 || to >= slides.length) return;
    requested.current = to;
    onIndex(to);
  };

  return (
    <section className={styles.carousel} aria-roledescription="carrusel" aria-label={label}>
      <ul
        ref={strip}
        className={styles.strip}
        onKeyDown={(event) => {
          const step = stepOf(event);
          if (step !== 0) go(step);
        }}
        // A scrollable strip must be reachable by keyboard.
        tabIndex={slides.length > 1 ? 0 : undefined}
        aria-label={label}
      >
        {slides.map((slide, slideIndex) => (
          <li
            key={isValidElement(slide) ? slide.key : String(slide)}
            className={styles.slide}
            data-late={lateSlides?.[slideIndex] || undefined}
            aria-label={slideLabels[slideIndex]}
            aria-current={slideIndex === index || undefined}
            // Tab reaches only the current slide. Buttons and arrow keys lead to the others.
            inert={slideIndex !== index}
          >
            {slide}
          </li>
        ))}
      </ul>
      {slides.length > 1 && (
        <div className={styles.foot}>
          <button
            type="button"
            className={styles.step}
            aria-label={previousLabel ?? words.previous}
            // A disabled button would lose the focus.
            aria-disabled={index <= 0}
            onClick={() => go(-1)}
          >
            <Icon name="back" size={20} />
          </button>
          <Dots count={slides.length} index={index} />
          <button
            type="button"
            className={styles.step}
            aria-label={nextLabel ?? words.next}
            aria-disabled={index >= slides.length - 1}
            onClick={() => go(1)}
          >
            <Icon name="next" size={20} />
          </button>
          <span className={styles.aside}>{aside}</span>
        </div>
      )}
    </section>
  );
}

/** Where an arrow key leads: one to the left or to the right. 0 for any other key, which is left to the browser. */
export function stepOf(event: KeyboardEvent): number {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[plainKey(event)];
  if (step === undefined) return 0;
  event.preventDefault();
  return step;
}

/** Up to eight dots; beyond that, a count. */
export function Dots({ count, index }: { count: number; index: number }) {
  if (count > 8) {
    return (
      <span className={styles.count}>
        {index + 1}/{count}
      </span>
    );
  }
  return (
    <span className={styles.dots} aria-hidden="true">
      {Array.from({ length: count }, (_, dot) => `${dot}`).map((dot) => (
        <i key={dot} className={Number(dot) === index ? styles.here : styles.dot} />
      ))}
    </span>
  );
}
