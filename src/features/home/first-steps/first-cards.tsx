import { useLayoutEffect, useRef, useState } from 'react';
import type { Policy } from '#contract/policies.ts';
import { useLeaving } from '#requests/use-leaving.ts';
import { shortcutsOf } from '#rules/policy-card.ts';
import { thisDevice } from '#senses/this-device.ts';
import { classNames } from '#ui/base/class-names.ts';
import type { IconName } from '#ui/base/icon.tsx';
import { Sign } from '#ui/base/sign.tsx';
import { Button } from '#ui/controls/button.tsx';
import { useNarrow } from '#ui/hooks/media.ts';
import { ignoreSecondPress } from '#ui/hooks/second-press.ts';
import { focusTitle } from '#ui/hooks/title-focus.ts';
import carousel from '../carousel.module.css';
import { Dots, stepOf } from '../carousel.tsx';
import { useShownSlide } from '../shown-slide.ts';
import styles from './first-cards.module.css';

export interface FirstCardsProps {
  policies: readonly Policy[];
  onAnswer: () => void;
}

/** On a phone one beside the other, moved by a finger, the button or the arrow keys; else all three at once. */
export function FirstCards({ policies, onAnswer }: FirstCardsProps) {
  const narrow = useNarrow();
  const [index, setIndex] = useState(0);
  const strip = useRef<HTMLUListElement>(null);
  const cards = cardsFor(policies, useLeaving() === 'by-itself');
  const isLast = !narrow || index === cards.length - 1;
  useShownSlide(strip, narrow ? index : 0, '', setIndex);
  // The button means something else then.
  useLayoutEffect(() => {
    if (narrow && isLast) return ignoreSecondPress();
  }, [narrow, isLast]);
  const go = (to: number) => setIndex(Math.max(0, Math.min(to, cards.length - 1)));
  const leave = () => {
    // The pressed button goes.
    focusTitle(document.querySelector('h1'));
    onAnswer();
  };
  return (
    <section className="stack-list" aria-labelledby="first-steps">
      <h2 id="first-steps">Lo que Amparo hace por ti</h2>
      <ul
        ref={strip}
        className={narrow ? classNames(carousel.strip, styles.moved) : styles.beside}
        aria-labelledby="first-steps"
        // A scrollable strip must be reachable by keyboard.
        tabIndex={narrow ? 0 : undefined}
        onKeyDown={(event) => narrow && go(index + stepOf(event))}
      >
        {cards.map(({ icon, title, text }) => (
          <li key={title} className={classNames(styles.card, narrow && carousel.slide)}>
            <Sign icon={icon} tone="ceiba" />
            <div className={styles.text}>
              <h3 className={styles.title}>{title}</h3>
              <p className="soft small">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        {narrow && <Dots count={cards.length} index={index} />}
        <Button look="line" size="small" fit onClick={isLast ? leave : () => go(index + 1)}>
          {isLast ? 'Entendido' : 'Siguiente'}
        </Button>
        {!isLast && (
          <Button look="quiet" size="small" fit onClick={leave}>
            Saltar
          </Button>
        )}
      </div>
    </section>
  );
}

interface FirstCard {
  icon: IconName;
  title: string;
  text: string;
}

/**
 * Only what the customer's policies offer is told of.
 *
 * @param byItself whether what waits is sent with the app closed too
 */
function cardsFor(policies: readonly Policy[], byItself: boolean): readonly FirstCard[] {
  const offered = new Set(policies.flatMap(shortcutsOf));
  return [
    {
      icon: 'offline',
      title: 'Sin señal, todo sigue',
      text: `Lo tuyo se abre igual. Lo que pidas espera aquí y sale ${byItself ? 'solo cuando vuelve la señal' : 'al abrir Amparo con señal'}.`,
    },
    offered.has('reembolsos')
      ? {
          icon: 'cam',
          title: 'Un reembolso con fotos',
          text: 'Toma la foto de la factura y envíala. Te decimos cuándo la recibimos y en qué va.',
        }
      : {
          icon: 'doc',
          title: 'Tus papeles a mano',
          text: `Encuentras los documentos de tu póliza y puedes guardarlos en ${thisDevice()}.`,
        },
    offered.has('carnet')
      ? {
          icon: 'card',
          title: 'El carnet en el mostrador',
          text: 'Muéstralo en grande: los números se leen de lejos y se copian enteros.',
        }
      : {
          icon: 'bell',
          title: 'Sabes qué cambió',
          text: 'La campana te dice qué hay de nuevo: un pago, una factura, una respuesta.',
        },
  ];
}
