import { type LinkTarget, ScreenLink } from '../controls/screen-link.tsx';
import styles from './side-head.module.css';

interface SideHeadProps {
  title: string;
  /** The link to all of it. */
  all?: { text: string; to: LinkTarget };
  as?: 'h2' | 'h3';
  id?: string;
}

/** The title of a card beside the main content. */
export function SideHead({ title, all, as: Heading = 'h3', id }: SideHeadProps) {
  return (
    <div className="ends">
      <Heading id={id} className={styles.heading}>
        {title}
      </Heading>
      {all && (
        <ScreenLink className={styles.all} to={all.to}>
          {all.text}
          <span className="visually-hidden">: {title}</span>
        </ScreenLink>
      )}
    </div>
  );
}
