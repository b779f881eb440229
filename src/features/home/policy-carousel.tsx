import type { Policy } from '#contract/policies.ts';
import { Button } from '#ui/controls/button.tsx';
import { Carousel } from './carousel.tsx';
import { HomePolicyCard } from './home-policy-card.tsx';
import { lateCards } from './late-cards.ts';
import { PolicyInFront } from './policy-in-front.tsx';
import { policyLabels } from './policy-labels.ts';

export interface PolicyCarouselProps {
  policies: readonly Policy[];
  index: number;
  locale: string;
  /** Calendar date. */
  today: string;
  onIndex: (index: number) => void;
  onShowAll: () => void;
}

/** H2.19: the customer's policies side by side. The rest of home is about the policy in front. */
export function PolicyCarousel({ policies, index, locale, today, onIndex, onShowAll }: PolicyCarouselProps) {
  const names = policyLabels(policies);
  const front = policies[index];
  return (
    <>
      <Carousel
        label="Tus pólizas"
        index={index}
        onIndex={onIndex}
        slideLabels={names}
        lateSlides={lateCards(policies, today)}
        previousLabel="Póliza anterior"
        nextLabel="Póliza siguiente"
        aside={
          policies.length > 1 && (
            <Button look="quiet" size="small" fit className="nowrap" onClick={onShowAll}>
              {`Ver las ${policies.length} pólizas`}
            </Button>
          )
        }
      >
        {policies.map((policy) => (
          <HomePolicyCard key={policy.Policy} {...{ policy, locale, today }} />
        ))}
      </Carousel>
      {front && <PolicyInFront policyId={front.Policy} text={names[index] ?? ''} />}
    </>
  );
}
