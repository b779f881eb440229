import { Fragment } from 'react';
import { itemKeys } from '#ui/lists/item-keys.ts';
import styles from './grouped.module.css';
import { groupsOf, readOut } from './read-out.ts';

/** A number in the groups it is read out in. It breaks between them first. */
export function Grouped({ value }: { value: string }) {
  const groups = groupsOf(value);
  const keys = itemKeys(groups, (group) => group);
  return groups.map((group, index) => (
    <Fragment key={keys[index]}>
      {index > 0 && <wbr />}
      <span className={styles.group}>{group}</span>
    </Fragment>
  ));
}

/** The same, where it is text: in groups for the eyes, sign by sign for screen readers. */
export const ReadOut = ({ value }: { value: string }) => (
  <>
    <span className={styles.said}>{readOut(value)}</span>
    <span aria-hidden="true">
      <Grouped value={value} />
    </span>
  </>
);
