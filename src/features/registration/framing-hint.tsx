import styles from './photo-fields.module.css';

/** How the document should lie in the picture: whole, with its corners inside the frame. */
export function FramingHint({ card }: { card: boolean }) {
  return (
    <svg className={styles.framing} viewBox="0 0 160 108" aria-hidden="true" focusable="false">
      <path
        className={styles.corners}
        d="M10 28V16a6 6 0 0 1 6-6h14M130 10h14a6 6 0 0 1 6 6v12M150 80v12a6 6 0 0 1-6 6h-14M30 98H16a6 6 0 0 1-6-6V80"
      />
      {card ? (
        <path
          className={styles.sheet}
          d="M28 24h104a6 6 0 0 1 6 6v48a6 6 0 0 1-6 6H28a6 6 0 0 1-6-6V30a6 6 0 0 1 6-6z"
        />
      ) : (
        <path
          className={styles.sheet}
          d="M52 18h56a6 6 0 0 1 6 6v60a6 6 0 0 1-6 6H52a6 6 0 0 1-6-6V24a6 6 0 0 1 6-6z"
        />
      )}
      <path
        className={styles.lines}
        d={card ? 'M32 36h26v32H32zM70 40h56M70 52h42M70 64h30' : 'M66 28h28v26H66zM58 64h44M58 74h44M58 82h28'}
      />
    </svg>
  );
}
