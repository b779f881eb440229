import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Policy } from '#contract/policies.ts';
import { shortly } from '#rules/dates.ts';
import { policyKind, policyKindNames, policyName } from '#rules/policies.ts';
import { policyFigures } from '#rules/policy-card.ts';
import { policyColour, policyStatus } from '#rules/policy-status.ts';
import { Button } from '#ui/controls/button.tsx';
import { focusIfLost } from '#ui/hooks/title-focus.ts';
import { HomePolicyCard } from './home-policy-card.tsx';
import { PolicyArch } from './policy-card.tsx';
import type { PolicyCarouselProps } from './policy-carousel.tsx';
import styles from './policy-desk.module.css';
import { policyLabels } from './policy-labels.ts';

interface PolicyDeskProps extends PolicyCarouselProps {
  /** What the chosen one asks for or must say. */
  children: ReactNode;
}

/** So many tiles fit beside the chosen policy; the dialog lists the others. */
const MAX_TILES = 9;

/** H2.19 on a desk: all policies at once, with the chosen one large. A press on another one chooses it. */
export function PolicyDesk({ policies, index, locale, today, onIndex, onShowAll, children }: PolicyDeskProps) {
  const chosen = policies[index];
  const box = useRef<HTMLDivElement>(null);
  const choosing = useRef(false);
  // The pressed tile is gone: its policy is the large one now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for each policy in front.
  useLayoutEffect(() => {
    if (choosing.current) focusIfLost(box.current);
    choosing.current = false;
  }, [chosen?.Policy]);
  const choose = (position: number) => {
    choosing.current = true;
    onIndex(position);
  };
  const others = policies
    .map((policy, position) => ({ policy, position }))
    .filter(({ position }) => position !== index);
  return (
    <section className={styles.desk} aria-label="Tus pólizas">
      {chosen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields.
        <div
          ref={box}
          tabIndex={-1}
          role="group"
          aria-label={policyLabels(policies)[index]}
          className={styles.chosen}
          aria-current="true"
        >
          <HomePolicyCard policy={chosen} {...{ locale, today }} />
        </div>
      )}
      {children}
      {others.length > 0 && (
        <ul className={styles.others}>
          {others.slice(0, MAX_TILES).map(({ policy, position }) => (
            <li key={policy.Policy}>
              <Tile {...{ policy, locale, today }} onChoose={() => choose(position)} />
            </li>
          ))}
        </ul>
      )}
      {others.length > MAX_TILES && (
        <Button look="quiet" size="small" fit onClick={onShowAll}>
          {`Ver las ${policies.length} pólizas`}
        </Button>
      )}
    </section>
  );
}

interface TileProps {
  policy: Policy;
  locale: string;
  /** Calendar date. */
  today: string;
  onChoose: () => void;
}

function Tile({ policy, locale, today, onChoose }: TileProps) {
  const status = policyStatus(policy);
  const [figure] = policyFigures(policy, locale);
  return (
    <button type="button" className={`${styles.tile} tint-${policyColour(policy)}`} onClick={onChoose}>
      <PolicyArch className={styles.arch} />
      <span className="small">{policyKindNames[policyKind(policy)]}</span>
      <span className={styles.name} dir="auto">
        {policyName(policy)}
      </span>
      <span className="small" dir="auto">
        {policy.PolicyNumber}
      </span>
      <span className={styles.foot}>
        {!status.good && policy.GracePeriodDate && (
          <span className={styles.status}>En impago desde el {shortly(policy.GracePeriodDate, today)}</span>
        )}
        {figure && (
          <>
            <span className="small">{figure.label}</span>
            <span className={styles.figure}>{figure.value}</span>
          </>
        )}
      </span>
    </button>
  );
}
