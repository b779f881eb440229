import type { ComponentProps, ReactNode } from 'react';
import { localeOf } from '#rules/money.ts';
import { areaHint } from '#rules/phones.ts';
import { MAX_NAME_CHARS, passwordHelp } from '#rules/registration-fields.ts';
import type { Given } from '#rules/wizard.ts';
import type { Country, Field, FieldOf, Lists, Option, OptionSource } from '#rules/wizard-country.ts';
import {
  andStored,
  areasOf,
  documentOf,
  isAnswerable,
  labelFor,
  MAX_TEXT_CHARS,
  optionsAt,
  prefixOf,
  severalOf,
  textOf,
} from '#rules/wizard-fields.ts';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { FieldGroup } from '#ui/controls/field.tsx';
import { Acceptance } from './acceptance.tsx';
import { AmountField } from './amount-field.tsx';
import type { FieldBasics } from './answer-frame.tsx';
import { CheckboxField, ChoiceField, SelectField } from './choice-fields.tsx';
import { EmailField } from './email-field.tsx';
import { useAnswer } from './hooks.ts';
import { PhoneField } from './phone-field.tsx';
import { DateField, PasswordField, TextField } from './text-fields.tsx';
import { formWords } from './words.ts';

interface QuestionProps {
  country: Country;
  field: Field;
  given: Given;
  lists: Lists;
  /** Whether those that are missing could not be loaded. */
  listsFailed?: boolean;
  /** What the insurer stored, in an editor of it. A stored choice stays an option; who may choose several may choose none. */
  stored?: Given;
  /** Changes other answers with this choice. */
  onChosen: (value: string) => void;
}

type Kind = Field['kind'];

/** What a view draws a question with. */
interface Asked<K extends Kind> extends Omit<QuestionProps, 'field'> {
  field: FieldOf<K>;
  basics: FieldBasics;
  /** Another answer decides it, or must come first. */
  disabled: boolean;
}

/** One view per kind of question. A kind without one does not compile. */
const views: { [K in Kind]: (asked: Asked<K>) => ReactNode } = {
  email: ({ basics }) => <EmailField {...basics} {...email} confirmation="emailConfirmacion" />,
  repeated: ({ field, basics }) =>
    field.of === 'email' ? (
      <TextField {...basics} {...email} />
    ) : (
      <PasswordField {...basics} autoComplete="new-password" />
    ),
  password: ({ basics }) => <PasswordField {...basics} autoComplete="new-password" detailOf={passwordHelp} />,
  ticked: ({ field, basics: { name, label, calledAs }, country }) => (
    <CheckboxField name={name} label={label} calledAs={calledAs}>
      {field.mandatory ? <Acceptance papers={country.papers} /> : label}
    </CheckboxField>
  ),
  name: ({ basics }) => (
    <TextField {...basics} autoCapitalize="words" autoComplete={fills[basics.name] ?? 'off'} most={MAX_NAME_CHARS} />
  ),
  text: ({ field, basics }) => <TextField {...basics} autoComplete={field.fills ?? 'off'} most={MAX_TEXT_CHARS} />,
  date: ({ field, basics }) => <DateField {...basics} autoComplete={field.rule === 'birth' ? 'bday' : 'off'} />,
  document: ({ field, basics, country, given, disabled }) => (
    <TextField
      {...basics}
      disabled={disabled}
      {...(disabled && { hint: formWords.chooseTypeFirst })}
      {...numberInput(documentOf(country, field.type, given)?.number.startsWith('pasaporte') !== true)}
    />
  ),
  nit: ({ field, basics }) => <TextField {...basics} {...numberInput(!field.guatemalan)} />,
  socialSecurity: ({ basics }) => <TextField {...basics} {...numberInput(true)} />,
  phone({ field, basics, given, lists }) {
    const areas = areaHint(areasOf(field, given, lists));
    return <PhoneField {...basics} {...(areas && { hint: areas })} before={prefixOf(field, given, lists)} />;
  },
  amount: ({ field, basics, country }) => (
    <AmountField {...basics} before={field.symbol} locale={localeOf(country.name)} />
  ),
  select({ field, basics, given, lists, listsFailed, stored, disabled, onChosen }) {
    const missing = 'list' in field.from && lists[field.from.list] === undefined;
    const options = optionsAt(field.from, given, lists);
    const { name } = field;
    return (
      <SelectField
        {...basics}
        options={stored ? withStored(options, field.from, textOf(given[name]), textOf(stored[name])) : options}
        disabled={disabled || missing}
        onChosen={onChosen}
        {...(missing && { placeholder: listsFailed ? formWords.listFailed : formWords.loadingList })}
      />
    );
  },
  choice: ({ field, basics, given, lists, onChosen }) => (
    <ChoiceField {...basics} layout={field.layout} choices={optionsAt(field.from, given, lists)} onChosen={onChosen} />
  ),
  several: ({ field, basics, given, lists, stored }) => (
    <SeveralField
      {...basics}
      optional={stored !== undefined}
      options={andStored(optionsAt(field.from, given, lists), severalOf(stored?.[field.name]))}
    />
  ),
  // The photos of a step stand together, in a view of their own.
  photo: () => null,
};

/** One question of a country, by its kind: for the registration and for the editors of personal information. */
export function Question(props: QuestionProps) {
  const { country, field, given } = props;
  const { name, calledAs } = field;
  const basics = {
    ...{ name, calledAs },
    label: labelFor(field, given),
    ...(field.hint && { hint: field.hint }),
    ...(field.optional && { optional: true }),
  };
  const view = views[field.kind] as (asked: Asked<Kind>) => ReactNode;
  return view({ ...props, field, basics, disabled: !isAnswerable(country, field, given) });
}

/** Boxes to tick. The answer keeps the order of the options. */
function SeveralField({ name, label, hint, optional, options }: FieldBasics & { options: readonly Option[] }) {
  const answer = useAnswer(name, label);
  const chosen = severalOf(answer.value);
  const tick = (value: string, now: boolean) =>
    answer.choose(options.map((option) => option.value).filter((one) => (one === value ? now : chosen.includes(one))));
  return (
    <div data-field={name}>
      <FieldGroup label={label} hint={hint} error={answer.error} optional={optional ?? false}>
        {options.map(({ value, label: text }) => (
          // The group's own id belongs to none of its boxes.
          <Checkbox
            key={value}
            id={undefined}
            checked={chosen.includes(value)}
            onChange={(event) => tick(value, event.target.checked)}
          >
            {text}
          </Checkbox>
        ))}
      </FieldGroup>
    </div>
  );
}

/** A stored place is an option below its own province alone. */
function withStored(options: readonly Option[], from: OptionSource, chosen: string, stored: string): readonly Option[] {
  const below = 'list' in from && (from.under?.length ?? 0) > 0;
  return andStored(options, [below ? chosen : stored]);
}

const email = {
  // A keyboard's suggestion leaves a blank behind it.
  kept: (text: string) => text.trim(),
  type: 'email',
  inputMode: 'email',
  autoCapitalize: 'none',
  autoComplete: 'email',
  spellCheck: false,
} as const;

const fills: Partial<Record<string, string>> = {
  nombre: 'given-name',
  apellidoPrimero: 'family-name',
};

function numberInput(digits: boolean): Partial<ComponentProps<typeof TextField>> {
  const common = { autoComplete: 'off', spellCheck: false };
  return digits ? { ...common, inputMode: 'numeric' } : { ...common, autoCapitalize: 'characters' };
}
