import type { ComponentProps } from 'react';
import { AmountField } from '#forms/amount-field.tsx';
import { CheckboxField, ChoiceField, SelectField } from '#forms/choice-fields.tsx';
import { PhoneField } from '#forms/phone-field.tsx';
import { DateField, PasswordField, TextField } from '#forms/text-fields.tsx';
import { localeOf } from '#rules/money.ts';
import { areaHint } from '#rules/phones.ts';
import { MAX_NAME_CHARS } from '#rules/registration-fields.ts';
import type { Country, Field, Lists } from '#rules/wizard-country.ts';
import {
  areasOf,
  documentOf,
  isAnswerable,
  labelFor,
  MAX_TEXT_CHARS,
  optionsAt,
  prefixOf,
} from '#rules/wizard-fields.ts';
import { Acceptance } from './acceptance.tsx';
import { SeveralField } from './several-field.tsx';
import { words } from './words.ts';

interface OneFieldProps {
  country: Country;
  field: Exclude<Field, { kind: 'photo' }> | Field;
  given: Readonly<Record<string, unknown>>;
  lists: Lists;
  onChosen: (value: string) => void;
}

/** The control of one question, by its kind. */
export function OneField({ country, field, given, lists, onChosen }: OneFieldProps) {
  const { name, calledAs } = field;
  const label = labelFor(field, given);
  const basics = { name, label, calledAs, ...(field.hint && { hint: field.hint }) };
  const disabled = !isAnswerable(country, field, given);
  switch (field.kind) {
    case 'email':
      return <TextField {...basics} {...email} autoComplete="email" />;
    case 'repeated':
      return field.of === 'email' ? (
        <TextField {...basics} {...email} autoComplete="email" />
      ) : (
        <PasswordField {...basics} autoComplete="new-password" />
      );
    case 'password':
      return <PasswordField {...basics} autoComplete="new-password" />;
    case 'ticked':
      return (
        <CheckboxField name={name} label={label} calledAs={calledAs}>
          {field.mandatory ? <Acceptance papers={country.papers} /> : label}
        </CheckboxField>
      );
    case 'name':
      return (
        <TextField {...basics} autoCapitalize="words" autoComplete={fills[name] ?? 'off'} maxLength={MAX_NAME_CHARS} />
      );
    case 'text':
      return <TextField {...basics} autoComplete={field.fills ?? 'off'} maxLength={MAX_TEXT_CHARS} />;
    case 'date':
      return <DateField {...basics} autoComplete={field.rule === 'birth' ? 'bday' : 'off'} />;
    case 'document':
      return (
        <TextField
          {...basics}
          disabled={disabled}
          {...(disabled && { hint: words.chooseTypeFirst })}
          {...numberInput(documentOf(country, field.type, given)?.number.startsWith('pasaporte') !== true)}
        />
      );
    case 'nit':
    case 'socialSecurity':
      return <TextField {...basics} {...numberInput(true)} />;
    case 'phone': {
      const areas = areaHint(areasOf(field, given, lists));
      return <PhoneField {...basics} {...(areas && { hint: areas })} before={prefixOf(field, given, lists)} />;
    }
    case 'amount':
      return <AmountField {...basics} before={field.symbol} locale={localeOf(country.name)} />;
    case 'select': {
      const loading = 'list' in field.from && lists[field.from.list] === undefined;
      return (
        <SelectField
          {...basics}
          options={optionsAt(field.from, given, lists)}
          disabled={disabled || loading}
          onChosen={onChosen}
          {...(loading && { placeholder: words.loadingList })}
        />
      );
    }
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
      return <SeveralField {...basics} options={optionsAt(field.from, given, lists)} />;
    case 'photo':
      return null;
  }
}

const email = { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false, maxLength: 254 } as const;

const fills: Partial<Record<string, string>> = {
  nombre: 'given-name',
  apellidoPrimero: 'family-name',
  apellidoSegundo: 'additional-name',
};

/** Long enough for a number pasted with its blanks and hyphens. */
function numberInput(digits: boolean): Partial<ComponentProps<typeof TextField>> {
  const common = { autoComplete: 'off', spellCheck: false, maxLength: 30 };
  return digits ? { ...common, inputMode: 'numeric' } : { ...common, autoCapitalize: 'characters' };
}
