import { LoadingState } from '#ui/states/states.tsx';
import styles from './preparing.module.css';

/** Shown while a screen of the registration reads what is on the device. */
export function Preparing({ text }: { text: string }) {
  return (
    <div className={styles.preparing}>
      <LoadingState text={text} />
    </div>
  );
}
