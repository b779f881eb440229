import { useEffect, useEffectEvent, useState } from 'react';
import type { PersonalInformation } from '#contract/account.ts';
import { listsOfStep, loadLists } from '#countries/load-lists.ts';
import type { PersonalCard } from '#countries/personal-information.ts';
import { longDate } from '#rules/dates.ts';
import { localeOf } from '#rules/money.ts';
import { readableName } from '#rules/people.ts';
import { answersFromInformation, askedFields, valueText, yesNoText } from '#rules/personal-answers.ts';
import type { ListName, Lists } from '#rules/wizard-country.ts';
import { Card } from '#ui/cards/card.tsx';
import { Button } from '#ui/controls/button.tsx';
import styles from './personal-information.module.css';

/** So many characters fit in half a card on a phone. Longer facts take its full width. */
const SHORT_CHARS = { label: 18, text: 15 };

interface InformationCardProps {
  card: PersonalCard;
  info: PersonalInformation;
  onEdit: () => void;
  /** Opens the dialog for the code of a new email. */
  onCode: () => void;
}

/** H2.65, H2.66: one card of the record, with the button to its editor where it has one. A card with nothing to say or edit is left out. */
export function InformationCard({ card, info, onEdit, onCode }: InformationCardProps) {
  const lines = linesOf(card, info, useWording(card));
  if (lines.length === 0 && card.fields.length === 0) return null;
  const blank = lines.every(({ text }) => text === '');
  return (
    <Card className={styles.card}>
      <section aria-labelledby={card.name}>
        <div className={styles.head}>
          <h2 id={card.name} className={styles.title}>
            {card.title}
          </h2>
          {card.fields.length > 0 && (
            <Button look="quiet" size="small" fit icon="edit" onClick={onEdit}>
              {blank ? 'Añadir' : 'Editar'}
              <span className="visually-hidden"> {card.title.toLowerCase()}</span>
            </Button>
          )}
        </div>
        <dl className={styles.lines}>
          {lines.map(({ label, text }) => (
            <div key={label} data-long={label.length > SHORT_CHARS.label || text.length > SHORT_CHARS.text}>
              <dt>{label}</dt>
              <dd dir="auto" data-blank={text === ''}>
                {text || 'Sin datos'}
              </dd>
            </div>
          ))}
        </dl>
        {card.name === 'contacto' && info.emailPendiente && (
          <div className={styles.waiting}>
            <p>
              Falta confirmar <strong dir="auto">{info.emailPendiente}</strong> con el código que enviamos allí.
            </p>
            <Button look="line" size="small" fit onClick={onCode}>
              Escribir el código
            </Button>
          </div>
        )}
      </section>
    </Card>
  );
}

/** The lists whose entries are shown in other words than they are stored: feminine forms and newer wording. */
const reworded: readonly ListName[] = ['actividades', 'profesiones'];

/** The lists behind a card's wording; {} until they are loaded or when they cannot be. Stored words are shown then. */
function useWording({ fields }: PersonalCard): Lists {
  const [lists, setLists] = useState<Lists>({});
  const load = useEffectEvent(async () => {
    const names = listsOfStep({ id: 'financiera', title: '', fields }).filter((name) => reworded.includes(name));
    if (names.length > 0) setLists(await loadLists(names).catch(() => ({})));
  });
  useEffect(() => void load(), []);
  return lists;
}

/** An empty fact is left out when it is read-only. When it can be edited, it says 'Sin datos'. */
function linesOf(
  { shown, fields }: PersonalCard,
  info: PersonalInformation,
  lists: Lists,
): { label: string; text: string }[] {
  const read = shown.map(({ name, label, as }) => ({ label, text: readText(info[name], name, as) }));
  const asked = askedFields(fields, answersFromInformation(fields, info, {}));
  return [
    ...read.filter(({ text }) => text !== ''),
    ...asked.map((field) => ({
      label: field.readAs ?? field.label,
      text: valueText(field, info, localeOf(info.residenciaFiscal), lists),
    })),
  ];
}

function readText(stored: string, name: keyof PersonalInformation, as?: 'date' | 'yesNo'): string {
  if (as === 'date') return longDate(stored.slice(0, 10)) || stored;
  if (as === 'yesNo') return yesNoText(stored);
  return name === 'nombre' || name === 'apellidos' ? readableName(stored) : stored;
}
