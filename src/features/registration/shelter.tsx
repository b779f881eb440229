import { type ReactNode, useId } from 'react';
import { Arches, Sheltered } from '#ui/base/arches.tsx';
import { Logo } from '#ui/base/logo.tsx';
import styles from './shelter.module.css';

interface ShelterProps {
  /** The country's landscape under the arch; null for the start page's figure. */
  picture: string | null;
  /** Text above the arch, on wide screens only. */
  pitch?: ReactNode;
  /** Whether a phone shows the green area too, above the sheet. */
  onPhone?: boolean;
  children: ReactNode;
}

/** The green area with the arches. The content stands beside it on a wide screen, in a sheet below it on a phone. */
export function Shelter({ picture, pitch, onPhone, children }: ShelterProps) {
  return (
    <main className={styles.page} data-phone={onPhone || undefined}>
      <div className={styles.cover}>
        <div className={styles.brand}>
          <Logo />
        </div>
        {pitch && <div className={styles.pitch}>{pitch}</div>}
        <Arches className={styles.arches} {...(picture && { depth: 328 })}>
          {picture ? <Land key={picture} picture={picture} /> : <Sheltered />}
        </Arches>
      </div>
      <div className={styles.sheet}>{children}</div>
    </main>
  );
}

/**
 * The pictures contain an arch of radius 120 around 160, 130. At this scale it is slightly larger than the door, whose
 * radius is 90.
 */
const SCALE = 108 / 120;

function Land({ picture }: { picture: string }) {
  const door = useId();
  return (
    <>
      <clipPath id={door}>
        <path d="M105 480V232a90 90 0 0 1 180 0v248z" />
      </clipPath>
      <g clipPath={`url(#${door})`}>
        <path className={styles.ground} d="M105 300h180v180H105z" />
        <image
          className={styles.land}
          href={picture}
          x={195 - 160 * SCALE}
          y={232 - 130 * SCALE}
          width={320 * SCALE}
          height={240 * SCALE}
        />
      </g>
    </>
  );
}
