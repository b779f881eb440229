import { useState } from 'react';
import styles from './framed-picture.module.css';

/** A part of a picture, in shares of its sides, 0 to 1. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface FramedPictureProps {
  address: string;
  box?: Box | null | undefined;
}

/** A picture that fills its frame, with four corners around a part of it. The frame is what the corners are placed in. */
export function FramedPicture({ address, box }: FramedPictureProps) {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  return (
    <span className={styles.frame}>
      <img
        className={styles.picture}
        src={address}
        alt=""
        onLoad={({ currentTarget }) =>
          setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
        }
      />
      {box && size && (
        // The picture fills its frame and loses what stands over; 'slice' is the same.
        <svg
          className={styles.corners}
          viewBox={`0 0 ${size.width} ${size.height}`}
          preserveAspectRatio="xMidYMid slice"
          aria-hidden
        >
          <path d={corners(box, size)} />
        </svg>
      )}
    </span>
  );
}

/** Room around the part, and its least size, in shares of the picture's longer side: a small code is still seen. */
const [ROOM, LEAST] = [0.03, 0.22];

/** The path of the four corners. */
function corners(box: Box, { width, height }: { width: number; height: number }): string {
  const longer = Math.max(width, height);
  const [wide, high] = [box.width * width, box.height * height].map((side) =>
    Math.max(side + 2 * ROOM * longer, LEAST * longer),
  ) as [number, number];
  const left = (box.left + box.width / 2) * width - wide / 2;
  const top = (box.top + box.height / 2) * height - high / 2;
  const arm = Math.min(wide, high) / 4;
  const corner = (x: number, y: number, toX: number, toY: number) =>
    `M${Math.round(x)} ${Math.round(y + toY * arm)}v${Math.round(-toY * arm)}h${Math.round(toX * arm)}`;
  return [
    corner(left, top, 1, 1),
    corner(left + wide, top, -1, 1),
    corner(left + wide, top + high, -1, -1),
    corner(left, top + high, 1, -1),
  ].join('');
}
