import styles from './side-drawing.module.css';

export type Side = 'front' | 'back' | 'passport';

/** A drawing of what the photo should show: the side with the portrait, the side with the bars, or a passport's open page. */
export function SideDrawing({ side, large }: { side: Side; large?: boolean }) {
  return (
    <svg
      className={styles.drawing}
      data-large={large || undefined}
      viewBox="0 0 160 104"
      aria-hidden="true"
      focusable="false"
    >
      {side === 'passport' ? (
        <path className={styles.sheet} d="M42 4h76a8 8 0 0 1 8 8v80a8 8 0 0 1-8 8H42a8 8 0 0 1-8-8V12a8 8 0 0 1 8-8z" />
      ) : (
        <path
          className={styles.sheet}
          d="M16 6h128a10 10 0 0 1 10 10v72a10 10 0 0 1-10 10H16A10 10 0 0 1 6 88V16A10 10 0 0 1 16 6z"
        />
      )}
      {drawings[side]}
    </svg>
  );
}

const drawings = {
  front: (
    <>
      <path className={styles.lines} d="M6 24h148" />
      <path className={styles.field} d="M24 36h26a6 6 0 0 1 6 6v34a6 6 0 0 1-6 6H24a6 6 0 0 1-6-6V42a6 6 0 0 1 6-6z" />
      <path className={styles.strokes} d="M30 52a7 7 0 1 0 14 0 7 7 0 1 0-14 0M24 82v-3a13 13 0 0 1 26 0v3M17 15h34" />
      <path className={styles.lines} d="M68 42h68M68 54h52M68 66h60M68 78h30" />
    </>
  ),
  back: (
    <>
      <path
        className={styles.bars}
        d="M20 20v22M25 20v22M31 20v22M34 20v22M40 20v22M47 20v22M50 20v22M56 20v22M61 20v22M64 20v22M70 20v22"
      />
      <path
        className={styles.field}
        d="M103 18h30a5 5 0 0 1 5 5v16a5 5 0 0 1-5 5h-30a5 5 0 0 1-5-5V23a5 5 0 0 1 5-5z"
      />
      <path className={styles.strokes} d="M106 36q6-12 10-4t10-4 8 2" />
      <path className={styles.code} d="M20 60h120M20 72h120M20 84h120" />
    </>
  ),
  passport: (
    <>
      <path className={styles.lines} d="M34 48h92" />
      <path
        className={styles.strokes}
        d="M68 26a12 12 0 1 0 24 0 12 12 0 1 0-24 0M68 26h24M80 14c5 7 5 17 0 24M80 14c-5 7-5 17 0 24"
      />
      <path className={styles.field} d="M46 54h14a4 4 0 0 1 4 4v16a4 4 0 0 1-4 4H46a4 4 0 0 1-4-4V58a4 4 0 0 1 4-4z" />
      <path className={styles.strokes} d="M49.5 63a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M46.5 78a6.5 6.5 0 0 1 13 0" />
      <path className={styles.lines} d="M72 58h44M72 66h34M72 74h40" />
      <path className={styles.code} d="M42 86h76M42 94h76" />
    </>
  ),
} as const;
