import type { InsuredPerson } from '#contract/policies.ts';
import { readableName, shortName } from '#rules/people.ts';
import type { Destination } from '#rules/screens.ts';
import { initialsOf } from '#ui/base/initials.ts';
import { Avatar } from '#ui/base/sign.tsx';
import { Card } from '#ui/cards/card.tsx';
import { SideHead } from '#ui/cards/side-head.tsx';
import { itemKeys } from '#ui/lists/item-keys.ts';
import styles from './faces.module.css';

interface FacesProps {
  tone: 'health' | 'life';
  /** Null while they are not known. */
  people: readonly Pick<InsuredPerson, 'ClientName'>[] | null;
  /** Said where there is nobody. */
  none: string;
  to: Destination;
}

/** More do not fit beside each other; the link says how many there are. */
const MAX_FACES = 4;

/** H2.21 on a desk: the people of the policy in front. It is as high before they are known, and where there is nobody. */
export function Faces({ tone, people, none, to }: FacesProps) {
  const all = people ?? [];
  const shown = all.slice(0, MAX_FACES);
  const keys = itemKeys(shown, ({ ClientName }) => ClientName);
  return (
    <Card>
      {/* A link that grew with its number would move. */}
      <SideHead
        key={all.length}
        as="h2"
        title="Personas"
        all={{ text: all.length > 1 ? `Ver las ${all.length}` : 'Ver', to }}
      />
      <ul className={styles.faces}>
        {people?.length === 0 && <li className="soft small">{none}</li>}
        {shown.map(({ ClientName }, index) => (
          <li key={keys[index]} className={styles.face}>
            <Avatar initials={initialsOf(readableName(ClientName))} tone={tone} />
            <span className={styles.name} dir="auto">
              {shortName(ClientName) || 'Sin nombre'}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
