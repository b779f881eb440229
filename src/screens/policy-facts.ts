import { useCallback } from 'react';
import type { Beneficiary, Bill, InsuredPerson, Policy } from '#contract/policies.ts';
import { bills, type Collection, dependents, documents, payments, refunds, roles } from '#mirror/collections.ts';
import type { Extent } from '#mirror/group.ts';
import type { Place } from '#mirror/groups.ts';
import { useReadings } from '#mirror/hooks.tsx';
import type { Mirror } from '#mirror/mirror.ts';
import { isNothing, issuedBills } from '#rules/bills.ts';
import { today as dayOf, shortly } from '#rules/dates.ts';
import { countText } from '#rules/money.ts';
import { shownDependents } from '#rules/people.ts';
import { isHealth, isInArrears } from '#rules/policies.ts';
import { lastPaidText } from '#rules/policy-card.ts';
import type { PolicySection } from '#rules/policy-sections.ts';
import { comingBills } from '#rules/year-ahead.ts';
import { useMinute } from '#ui/hooks/use-minute.ts';
import { useLocale } from './use-locale.ts';

interface At {
  mirror: Mirror;
  place: Place;
  /** Calendar date. */
  today: string;
  locale: string;
}

interface Fact {
  /** Where it lies. */
  of: (policy: Policy) => unknown;
  /** '' where it is not known on this device. */
  say: (policy: Policy, at: At) => Promise<string>;
}

/** The one fact that tells a customer's policies apart in a section. It comes from this device alone. */
const facts: Partial<Record<PolicySection, Fact>> = {
  Reembolsos: counted(refunds, 'reembolso', 'reembolsos'),
  Facturas: {
    of: () => bills,
    say: async (policy, { mirror, place, today }) => {
      if (isInArrears(policy)) return 'en impago';
      // Home and this screen have read them so.
      const some = await rowsAt<Bill>(mirror, place, 'aside');
      const [next] = comingBills(policy, some ?? [], today);
      if (next) return `vence ${shortly(next.EffectiveTo, today)}`;
      if (!some) return '';
      if (!issuedBills(some, today).overdue.every(isNothing)) return 'vencida';
      // A bill of zero, or without a due date, is listed all the same.
      return some.length === 0 ? 'sin facturas' : '';
    },
  },
  // The policy's own word, so that no list of ten thousand payments is opened for it.
  Pagos: { of: () => payments, say: async (policy, { today }) => lastPaidText(policy, today).toLowerCase() },
  Documentos: counted(documents, 'documento', 'documentos'),
  Personas: {
    of: (policy) => (isHealth(policy) ? dependents : roles),
    say: async (policy, { mirror, place, locale }) => {
      const people = await rowsAt<Beneficiary | InsuredPerson>(mirror, place, { isBefore: () => false });
      const shown = people && isHealth(policy) ? shownDependents(people as InsuredPerson[]) : people;
      return countWords(shown?.length ?? null, 'persona', 'personas', locale);
    },
  },
};

function counted(collection: unknown, one: string, many: string): Fact {
  return {
    of: () => collection,
    say: async (_, { mirror, place, locale }) => countWords(await mirror.countAt(place), one, many, locale),
  };
}

/** '152 documentos', 'sin documentos' */
function countWords(count: number | null, one: string, many: string, locale: string): string {
  if (count === null) return '';
  return count === 0 ? `sin ${many}` : `${countText(count, locale)} ${count === 1 ? one : many}`;
}

async function rowsAt<Row>(mirror: Mirror, place: Place, extent: Extent<Row>): Promise<Row[] | null> {
  const { groups } = await mirror.readAt<Row>(place, extent);
  return groups?.flatMap(({ rows }) => rows) ?? null;
}

const NONE: readonly string[] = [];

/** The fact of each of these policies, live; '' before it is read. */
export function usePolicyFacts(section: PolicySection, policies: readonly Policy[]): readonly string[] {
  const fact = facts[section];
  const today = dayOf(useMinute());
  const locale = useLocale();
  const say = useCallback(
    async (mirror: Mirror, place: Place, index: number) => {
      const policy = policies[index];
      return policy && fact ? fact.say(policy, { mirror, place, today, locale }) : '';
    },
    [fact, policies, today, locale],
  );
  const wanted = fact ? policies.map((policy) => [fact.of(policy) as Collection<unknown>, policy.Policy] as const) : [];
  return useReadings(wanted, say) ?? NONE;
}
