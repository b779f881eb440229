import type { ComponentProps } from 'react';
import type { PersonalField } from '#countries/personal-information.ts';
import { AmountField } from '#forms/amount-field.tsx';
import { ChoiceField, SelectField } from '#forms/choice-fields.tsx';
import { useStep } from '#forms/form-context.ts';
import { useAnswer } from '#forms/hooks.ts';
import { PhoneField } from '#forms/phone-field.tsx';
import { TextField } from '#forms/text-fields.tsx';
import { orphaned } from '#rules/personal-answers.ts';
import { areaHint } from '#rules/phones.ts';
import type { Given } from '#rules/wizard.ts';
import type { Lists, OptionSource } from '#rules/wizard-country.ts';
import { areasOf, effectsOf, entryOf, optionsAt, prefixOf, severalOf, textOf } from '#rules/wizard-fields.ts';
import { useLocale } from '#screens/use-locale.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { FieldGroup } from '#ui/field.tsx';
import styles from './personal-information.module.css';

interface PersonalQuestionProps {
  field: PersonalField;
  fields: readonly PersonalField[];
  given: Given;
  /** What the editor opened with. */
  before: Given;
  lists: Lists;
}

/** One question of an editor, drawn by its kind. */
export function PersonalQuestion({ field, fields, given, before, lists }: PersonalQuestionProps) {
  const onChosen = useEffects(field, fields, given, lists);
  const locale = useLocale();
  const { name, label, calledAs, hint } = field;
  const basics = { name, label, calledAs, ...(hint !== undefined && { hint }) };
  switch (field.kind) {
    case 'email':
      return (
        <TextField
          {...basics}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      );
    case 'phone': {
      const areas = areaHint(areasOf(field, given, lists));
      return <PhoneField {...basics} {...(areas && { hint: areas })} before={prefixOf(field, given, lists)} />;
    }
    case 'amount':
      return <AmountField {...basics} before={field.symbol} locale={locale} />;
    case 'choice':
      return (
        <ChoiceField
          {...basics}
          layout={field.layout}
          choices={optionsAt(field.from, given, lists)}
          onChosen={onChosen}
        />
      );
    case 'several':
      return <SeveralField {...basics} from={field.from} />;
    case 'select':
      return (
        <SelectField
          {...basics}
          options={withStored(
            optionsAt(field.from, given, lists),
            field.from,
            textOf(given[name]),
            textOf(before[name]),
          )}
          disabled={!isWithin(field, given)}
          onChosen={onChosen}
        />
      );
    default:
      return <TextField {...basics} {...completion(field)} />;
  }
}

/** Applies what a choice does to other answers: a dependent place goes when it is no option any more (H5.9). */
function useEffects(field: PersonalField, fields: readonly PersonalField[], given: Given, lists: Lists) {
  const { form } = useStep();
  return (chosen: string) => {
    const next = { ...given, [field.name]: chosen };
    const changes = effectsOf(field, chosen);
    const cleared = Object.keys(changes).filter((name) => changes[name as keyof typeof changes] === null);
    for (const name of orphaned(fields, cleared, next, lists)) {
      form.setFieldValue(name, Array.isArray(given[name]) ? [] : '');
    }
  };
}

function SeveralField({ name, label, hint, from }: { name: string; label: string; hint?: string; from: OptionSource }) {
  const answer = useAnswer(name, label);
  const chosen = severalOf(answer.value);
  const options = optionsAt(from, {}, {});
  const toggle = (value: string) =>
    answer.choose(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <div data-field={name}>
      <FieldGroup label={label} hint={hint} error={answer.error} optional>
        <div className={styles.several}>
          {options.map(({ value, label: text }) => (
            <Checkbox
              key={value}
              id={`${name}-${value}`}
              checked={chosen.includes(value)}
              onChange={() => toggle(value)}
            >
              {text}
            </Checkbox>
          ))}
        </div>
      </FieldGroup>
    </div>
  );
}

/** What the insurer stored stays an option, also when today's lists write it in another way. */
function withStored(
  options: ReturnType<typeof optionsAt>,
  from: OptionSource,
  chosen: string,
  stored: string,
): ReturnType<typeof optionsAt> {
  const below = 'list' in from && (from.under?.length ?? 0) > 0;
  const kept = below ? chosen : stored;
  if (kept === '' || entryOf(options, kept)) return options;
  return [{ value: kept, label: kept }, ...options];
}

/** A canton waits for its province. */
const isWithin = (field: Extract<PersonalField, { kind: 'select' }>, given: Given): boolean =>
  'options' in field.from || (field.from.under ?? []).every((name) => textOf(given[name]) !== '');

/** What the browser may fill in by itself. */
function completion(field: PersonalField): Pick<ComponentProps<typeof TextField>, 'autoComplete' | 'autoCapitalize'> {
  if (field.kind === 'text' && field.fills) return { autoComplete: field.fills };
  return field.kind === 'document' ? { autoComplete: 'off', autoCapitalize: 'characters' } : { autoComplete: 'off' };
}
