import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '#ui/base/class-names.ts';
import { itemKeys } from '#ui/lists/item-keys.ts';
import styles from './share-arch.module.css';

export interface Stone {
  /** Of the arch, from 0 to 1. */
  part: number;
  /** Initials or a number. */
  text: string;
  /** life: a known share; hollow: nobody's, or of unknown length; missing: what is still to be given. */
  look: 'life' | 'hollow' | 'missing';
}

/** The stones are set once a visit. */
let wereSet = false;

/** The arch in pixels: the middle of its ring, half as thick as the ring is, and its legs. */
const RADIUS = 128;
const HALF = 23;
const LEG = 40;
const BEND = Math.PI * RADIUS;
const MIDDLE = RADIUS + HALF;
/** The room between two stones. */
const GAP = 5;
/** A shorter stone has no room for initials. */
const MIN_WRITTEN = 0.08;

/** An arch of stones from the left leg to the right. It is a drawing of what a list beside it says. */
export function ShareArch({ stones, children }: { stones: readonly Stone[]; children?: ReactNode }) {
  const arch = useRef<SVGSVGElement>(null);
  const [setting] = useState(() => !wereSet);
  // Set through the DOM, since the content security policy forbids style attributes.
  useLayoutEffect(() => {
    wereSet = true;
    for (const [turn, stone] of [...(arch.current?.children ?? [])].entries())
      (stone as SVGElement).style.setProperty('--turn', `${turn}`);
  }, []);
  const keys = itemKeys(stones, ({ text }) => text);
  let begin = 0;
  return (
    <div className={styles.box}>
      <svg
        ref={arch}
        className={classNames(styles.arch, setting && styles.setting)}
        viewBox="-1 -1 304 193"
        aria-hidden="true"
      >
        {stones.map(({ part, text, look }, index) => {
          const from = begin;
          begin += part * (BEND + 2 * LEG);
          const inset = Math.min(GAP / 2, (begin - from) / 4);
          const [x, y] = at((from + begin) / 2, RADIUS);
          return (
            <g key={keys[index]} data-look={look}>
              <path d={outline(from === 0 ? 0 : from + inset, index === stones.length - 1 ? begin : begin - inset)} />
              {part >= MIN_WRITTEN && (
                <text x={x} y={y}>
                  {text}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      {children && <div className={styles.middle}>{children}</div>}
    </div>
  );
}

/** A point of the arch: so far along the middle of its ring, at this distance from the bend's centre. */
function at(along: number, radius: number): [x: number, y: number] {
  if (along <= LEG) return [MIDDLE - radius, MIDDLE + LEG - along];
  if (along >= LEG + BEND) return [MIDDLE + radius, MIDDLE + along - LEG - BEND];
  const turned = (along - LEG) / RADIUS;
  return [MIDDLE - radius * Math.cos(turned), MIDDLE - radius * Math.sin(turned)];
}

/** The path around a stone. */
function outline(from: number, to: number): string {
  const stops = [from, ...[LEG, LEG + BEND].filter((stop) => stop > from && stop < to), to];
  const edge = (along: readonly number[], radius: number, clockwise: 0 | 1) =>
    along.map((stop, index) => {
      const last = along[index - 1];
      const isBend = last !== undefined && (last + stop) / 2 > LEG && (last + stop) / 2 < LEG + BEND;
      const point = at(stop, radius)
        .map((one) => one.toFixed(2))
        .join(' ');
      return isBend ? `A${radius} ${radius} 0 0 ${clockwise} ${point}` : `L${point}`;
    });
  const outer = edge(stops, RADIUS + HALF, 1);
  return `${[...outer, ...edge([...stops].reverse(), RADIUS - HALF, 0)].join('').replace('L', 'M')}Z`;
}
