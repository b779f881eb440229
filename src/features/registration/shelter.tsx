import { type ReactNode, useId } from 'react';
import { Arches, Sheltered } from '#ui/arches.tsx';
import { Logo } from '#ui/logo.tsx';
import styles from './shelter.module.css';

interface ShelterProps {
  /** The country's land, seen through the arch; without one somebody stands there, as on the start page. */
  picture: string | null;
  /** On the green, above the arch: on a wide screen only. */
  pitch?: ReactNode;
  /** Whether a phone shows the green too, above the sheet. */
  onPhone?: boolean;
  children: ReactNode;
}

/** The house's green with the arches; beside it on a wide screen, or below it in a sheet, what is asked or said. */
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

/** The pictures bring an arch of their own, of radius 120 around 160, 130; laid over the door, a little larger than it. */
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
