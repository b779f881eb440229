import { classNames } from '#ui/base/class-names.ts';
import { Icon } from '#ui/base/icon.tsx';
import { Sign } from '#ui/base/sign.tsx';
import { ScreenLink } from '#ui/controls/screen-link.tsx';
import rows from '#ui/lists/rows.module.css';
import type { NextLine } from './next-lines.ts';
import styles from './next-row.module.css';

/**
 * One line of what comes next. The amount or the verb ends it, so that all of them share one edge; below the text where both
 * would be squeezed.
 *
 * @param props.flat whether it stands in a card, without a sign
 */
export function NextRow({ line, flat }: { line: NextLine; flat?: boolean }) {
  const { icon, title, about, reference, figure, action, state, isUnderWay, to, onClick } = line;
  const inside = (
    <>
      {!flat && <Sign icon={icon} />}
      <span className={classNames(rows.body, styles.body)}>
        <span className={styles.what}>
          <span className={rows.title} dir="auto">
            {title}
          </span>{' '}
          {(about || reference) && (
            <span className="detail" dir="auto">
              {about}
              {about && reference && '\u00a0· '}
              {reference && <span className={styles.reference}>{reference}</span>}
            </span>
          )}
        </span>{' '}
        {(figure || action || state) && (
          <span className={styles.end}>
            <span className={classNames(rows.title, action && 'ceiba')}>{figure || action}</span>{' '}
            {state && <span className={classNames('detail', isUnderWay && styles.underWay)}>{state}</span>}
          </span>
        )}
      </span>
      {!figure && !action && <Icon name="next" size={20} />}
    </>
  );
  return (
    <li className={classNames(rows.item, flat && styles.flat)}>
      {to ? (
        <ScreenLink className={rows.row} to={to}>
          {inside}
        </ScreenLink>
      ) : (
        <button type="button" className={rows.row} onClick={onClick}>
          {inside}
        </button>
      )}
    </li>
  );
}
